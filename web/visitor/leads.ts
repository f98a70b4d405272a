// The form for an address. A part of the script that is loaded on first use.
import { openDialog } from './citations.ts'
import { lateWords, type PageTools, type Replied } from './later-words.ts'

export interface LeadTools extends PageTools {
  /** Opens a conversation if there is none. Returns the reply of a service that refuses. */
  openTalk: () => Promise<Replied | undefined>
}

/** The form of the code, which is a page of its own without a script. */
export const openLead = async (address: string, page: LeadTools, onSent: () => void) => {
  const form = await loadForm(address)
  if (!form) return page.showNotice(lateWords().failed)
  const dialog = openDialog(form, 'lead-title')
  const cancel = form.querySelector<HTMLElement>('a')
  if (cancel)
    cancel.onclick = (event) => {
      event.preventDefault()
      dialog.close()
    }
  let isSending = false
  form.onsubmit = async (event) => {
    event.preventDefault()
    if (isSending) return
    isSending = true
    if (await sendLead(form, page)) {
      dialog.close()
      onSent()
    }
    isSending = false
  }
}

/** Trusted types forbid to parse a text; the browser itself may parse the response. */
const loadForm = (address: string) =>
  new Promise<HTMLFormElement | null | undefined>((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', address)
    request.responseType = 'document'
    request.onloadend = () => {
      const page = request.responseXML
      const rules = page?.getElementById('lead-rules')
      // The policy of a code with a form allows them.
      if (rules && !document.getElementById(rules.id)) document.head.append(rules)
      resolve(page?.querySelector<HTMLFormElement>('#lead'))
    }
    request.send()
  })

/** Returns whether the service has the form. Otherwise it says below each field what is wrong. */
const sendLead = async (form: HTMLFormElement, page: LeadTools): Promise<boolean> => {
  const { consent, ...fields } = Object.fromEntries(new FormData(form))
  const values = Object.entries(fields).flatMap(([name, value]) =>
    value ? [[name.replace('values.', ''), value]] : [],
  )
  const input = { values: Object.fromEntries(values), consent }
  const { status, data } = (await page.openTalk()) ?? (await page.ask('POST', '/lead', input))
  if (status === 201) {
    page.showNotice(lateWords().sent)
    page.announceText(lateWords().sent)
    return true
  }
  const { errors = [], detail = lateWords().failed } = data
  for (const place of form.querySelectorAll('.wrong')) {
    const pointer = place.id.replace('wrong', '')
    place.textContent = errors.find((one) => one.pointer === pointer)?.message ?? ''
    const field = form.querySelector(`[aria-describedby~="${place.id}"]`)
    field?.toggleAttribute('aria-invalid', false)
    if (field && place.textContent) field.ariaInvalid = 'true'
  }
  if (!errors[0]) (form.querySelector('#wrong') as Element).textContent = detail
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  return false
}
