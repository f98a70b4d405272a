import { dayMs, secondMs } from '../../platform/kit/clock.ts'

/** Formats that a workbook names by their number only. */
export const builtInFormats: Record<string, string> = {
  '2': '0.00',
  '4': '0.00',
  '9': '0%',
  '10': '0.00%',
  '14': 'yyyy-mm-dd',
  '15': 'd-mmm-yy',
  '16': 'd-mmm',
  '17': 'mmm-yy',
  '18': 'h:mm',
  '19': 'h:mm:ss',
  '20': 'h:mm',
  '21': 'h:mm:ss',
  '22': 'yyyy-mm-dd h:mm',
  '45': 'mm:ss',
  '46': '[h]:mm:ss',
  '47': 'mm:ss',
}

const maxFormatLength = 255
/** Quoted and escaped characters, colours, conditions and the space of a character. */
const literals = /"[^"]{0,255}"|\\.|_.|\*.|\[[^[\]]{0,40}\]|am\/pm|a\/p/gi
const elapsed = /^\[[hms]{1,4}\]$/i
const currency = /\[\$([^\]-]{1,8})|([€$£¥₺])/u

/** A number as its format shows it: a date, a time, a share or a price. */
export const shownNumber = (value: string, whole: string, is1904: boolean): string => {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value
  const format = whole.slice(0, maxFormatLength).split(';')[0] ?? ''
  const bare = format.replace(literals, (one) => (elapsed.test(one) ? one : ''))
  const hasTime = /[hs]/i.test(bare)
  const hasDate = /[yd]/i.test(bare) || (!hasTime && /m/i.test(bare))
  if ((hasDate || hasTime) && isDay(number)) {
    return shownTime(number + (is1904 && hasDate ? daysUntil1904 : 0), {
      hasDate,
      hasTime,
      isElapsed: bare.includes('['),
    })
  }
  const share = bare.includes('%') ? number * 100 : number
  const decimals = /\.(0{1,10})/.exec(bare)?.[1]?.length
  // Excel shows at most 15 digits; the others are errors of its arithmetic.
  const digits =
    decimals === undefined ? String(Number(share.toPrecision(12))) : share.toFixed(decimals)
  const [, named, symbol = named] = currency.exec(format) ?? []
  return `${digits}${bare.includes('%') ? '%' : ''}${symbol ? ` ${symbol}` : ''}`
}

/** The last day of Excel is in the year 9999. */
const isDay = (number: number): boolean => number >= 0 && number < 2_958_466
const daysUntil1904 = 1462
const firstDayMs = Date.UTC(1899, 11, 30)
/** Excel counts a 29th of February 1900, which did not exist. */
const lastWrongDay = 60

interface Shown {
  hasDate: boolean
  hasTime: boolean
  /** Hours above 24 count. */
  isElapsed: boolean
}

const shownTime = (serial: number, { hasDate, hasTime, isElapsed }: Shown): string => {
  const seconds = Math.round((serial * dayMs) / secondMs)
  if (isElapsed && !hasDate) {
    return `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}`
  }
  const shifted = serial < lastWrongDay ? dayMs : 0
  const iso = new Date(firstDayMs + seconds * secondMs + shifted).toISOString()
  const time = iso.slice(11, 19).replace(/:00$/, '')
  return [hasDate ? iso.slice(0, 10) : '', hasTime ? time : ''].filter(Boolean).join(' ')
}
