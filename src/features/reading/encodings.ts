/** The letters that a language has beside those of ASCII: the frequent ones, and all others. */
interface Letters {
  frequent: string
  others?: RegExp
}

/**
 * The encodings of files from Windows, with the letters of the languages that use them. Of two that
 * fit equally well the first is meant.
 */
const encodings: Record<string, Letters[]> = {
  'windows-1252': [
    { frequent: 'äöüß' },
    { frequent: 'éèêëàâçùûîïôœÿ' },
    { frequent: 'áéíóúñü¿¡ºª' },
    { frequent: 'áâãàçéêíóôõú' },
    { frequent: 'àèéìòù' },
    { frequent: 'åäöøæé' },
    { frequent: 'áéíóúýþæöð' },
  ],
  'windows-1250': [
    { frequent: 'ąćęłńóśźż' },
    { frequent: 'áčďéěíňóřšťúůýžäľĺŕô' },
    { frequent: 'áéíóöőúüű' },
    { frequent: 'ăâîşţ' },
    { frequent: 'čćđšž' },
  ],
  'windows-1254': [{ frequent: 'çğıöşüâî' }],
  'windows-1257': [{ frequent: 'ąčęėįšųūž' }, { frequent: 'āčēģīķļņšūž' }, { frequent: 'äöõüšž' }],
  'windows-1251': [{ frequent: 'оеаинтсрвлкмдпуяы', others: /[а-яёіїєґў]/ }],
  'windows-1253': [{ frequent: 'αοιετσνηυρπκμλςίόάέή', others: /[α-ωύώϊϋ]/ }],
  'windows-1255': [{ frequent: 'יוהלארשתבמםנ', others: /[א-ת]/ }],
  'windows-1256': [{ frequent: 'اليمونترةبعدسهف', others: /[ء-يپچژگ]/ }],
  'windows-874': [{ frequent: 'านรกอเงมยลวดทสต่้ัี', others: /[ก-๛]/ }],
  shift_jis: [{ frequent: '', others: /[ぁ-んァ-ヶー一-龠々、。「」・]/ }],
  'euc-kr': [{ frequent: '', others: /[가-힣]/ }],
  gb18030: [{ frequent: '', others: /[一-龠，。、：；！？（）《》“”]/ }],
}

const multiByte = new Set(['shift_jis', 'euc-kr', 'gb18030'])
const sampleBytes = 16 * 1024
const newline = 0x0a

/** The lines that have other bytes than ASCII, up to the size of a sample. */
const sampleOf = (bytes: Uint8Array): Uint8Array => {
  const sample: number[] = []
  for (let start = 0; start < bytes.length && sample.length < sampleBytes; ) {
    const found = bytes.indexOf(newline, start)
    const end = found < 0 ? bytes.length : found + 1
    const line = bytes.subarray(start, Math.min(end, start + sampleBytes))
    if (line.some((byte) => byte > 0x7f)) for (const byte of line) sample.push(byte)
    start = end
  }
  return Uint8Array.from(sample)
}

/** From -3 to 1: how well the characters that are not ASCII look like words of a language. */
const fitOf = (text: string, { frequent, others }: Letters, isLatin: boolean): number => {
  const characters = [...text]
  let sum = 0
  let count = 0
  for (const [at, character] of characters.entries()) {
    if (character <= '\x7f') continue
    const before = characters[at - 1] ?? ' '
    const after = characters[at + 1] ?? ' '
    const small = character.toLowerCase()
    const isLetter = /[\p{L}\p{M}]/u.test(character)
    const isInWord = /\p{L}/u.test(before) && /\p{L}/u.test(after)
    // Quotation marks, dashes and the like are in every language.
    if (!isLetter && !isInWord && /[\p{P}\p{S}\p{Z}]/u.test(character)) continue
    count += 1
    if (frequent.includes(small)) sum += 1
    else if (others?.test(small)) sum += frequent === '' ? 1 : 0.5
    else sum -= isLetter ? 1 : 2
    if (small !== character && /\p{Ll}/u.test(before)) sum -= 1
    // A word has the letters of one script.
    if (!isLatin && isLetter && /[a-z]/i.test(before + after)) sum -= 2
  }
  return count === 0 ? 0 : sum / count
}

/** The encoding of a text that is not UTF-8, by the letters that it would have. */
export const guessEncoding = (bytes: Uint8Array): string => {
  const sample = sampleOf(bytes)
  let best = 'windows-1252'
  let highest = 0
  for (const [encoding, languages] of Object.entries(encodings)) {
    const text = decoded(sample, encoding)
    if (text === null) continue
    const isLatin = languages.some(({ others }) => others === undefined)
    for (const letters of languages) {
      const fit = fitOf(text, letters, isLatin)
      if (fit <= highest) continue
      highest = fit
      best = encoding
    }
  }
  return best
}

/** Null when some bytes mean nothing in this encoding. A cut sample may end inside a character. */
const decoded = (sample: Uint8Array, encoding: string): string | null => {
  const isCut = sample.at(-1) !== newline
  try {
    const decoder = new TextDecoder(encoding, { fatal: multiByte.has(encoding) })
    return decoder.decode(sample, { stream: isCut && sample.length >= sampleBytes })
  } catch {
    return null
  }
}
