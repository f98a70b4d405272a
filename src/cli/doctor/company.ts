import { createProvider } from '../../features/accounts/company-provider.ts'
import type { Config } from '../../service/config/config.ts'
import { companySettingsOf } from '../../service/settings.ts'
import { type Finding, ok, reason, wrong } from './finding.ts'

/** Checks that the provider of the company answers, without a sign-in. */
export const checkCompany = async (config: Config): Promise<Finding[]> => {
  try {
    const settings = companySettingsOf(config)
    if (settings === null) return []
    const callback = `${config.QPR_BASE_URL}/signin/company/callback`
    await createProvider({ ...settings, callback }).begin()
    return [
      ok('company sign-in', `${settings.issuer} answers; its redirect address is ${callback}`),
    ]
  } catch (error) {
    return [wrong('company sign-in', `${reason(error)} Check the settings QPR_OIDC_….`)]
  }
}
