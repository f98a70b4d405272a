import type { Config } from '../../service/config/config.ts'
import { plansIn } from '../../service/settings.ts'
import { type Finding, ok, reason, wrong } from './finding.ts'

/** Each mistake in the file is a separate finding. */
export const checkPlansFile = ({ QPR_PLANS_FILE: file }: Config): Finding[] => {
  try {
    plansIn(file)
    return [ok('plans', file === null ? 'all plans are unlimited' : `${file} is valid`)]
  } catch (error) {
    return reason(error)
      .split('\n')
      .map((line) => wrong('plans', line.trim()))
  }
}
