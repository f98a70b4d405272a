// Files of text: their form, their encoding, Markdown and tables.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Block,
  createBlocks,
  maxSourceCharacters,
  pagesOf,
  requirePages,
  Unreadable,
} from './blocks.ts'
import { clean, decodeText, formOf, isHtml } from './form.ts'
import { blocksOfCsv, blocksOfMarkdown, isCsv } from './texts.ts'

/** Each block in one line, with its level. */
const shown = (blocks: Block[]) => blocks.map(({ level, text }) => `${level} ${text}`)

test('the first bytes decide on the form of a file', () => {
  const forms: [start: string, form: ReturnType<typeof formOf>][] = [
    ['%PDF-1.7', 'pdf'],
    [`${' '.repeat(1019)}%PDF-`, 'pdf'],
    // Beyond the first 1,024 bytes it is a text that mentions PDF.
    [`${' '.repeat(1020)}%PDF-`, 'text'],
    ['PK\x03\x04', 'zip'],
    [' PK\x03\x04', null],
    ['PK\x05\x06', null],
    ['\xff\xfeA\x00', 'text'],
    ['\xfe\xff\x00A', 'text'],
    ['plain\ttext\r\n\f\x1b[0m', 'text'],
    ['', 'text'],
    ...Array.from({ length: 9 }, (_, code): [string, null] => [String.fromCharCode(code), null]),
    ['a\x0eb', null],
    ['a\x1ab', null],
    ['a\x1cb', null],
    ['a\x1fb', null],
    [`${'a'.repeat(4095)}\x00`, null],
    [`${'a'.repeat(4096)}\x00`, 'text'],
  ]
  for (const [start, form] of forms) {
    assert.equal(formOf(Buffer.from(start, 'latin1')), form, JSON.stringify(start.slice(-8)))
  }
})

test('a text is UTF-16 with its mark, otherwise UTF-8, otherwise Windows-1252', () => {
  const text = 'Frühstück – 7 €'
  const littleEndian = Buffer.from(`\ufeff${text}`, 'utf16le')
  const cases: Buffer[] = [
    littleEndian,
    Buffer.from(littleEndian).swap16(),
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
    Buffer.from('Fr\xfchst\xfcck \x96 7 \x80', 'latin1'),
  ]
  for (const bytes of cases) assert.equal(decodeText(bytes).text, text)
  assert.deepEqual(
    cases.map((bytes) => decodeText(bytes).guess),
    [null, null, null, null, 'windows-1252'],
  )
  // Half a mark is a letter of Windows-1252.
  for (const [bytes, letters] of [
    ['\xffab', 'ÿab'],
    ['a\xfeb', 'aþb'],
    ['\xfeab', 'þab'],
    ['a\xffb', 'aÿb'],
  ] as const) {
    assert.equal(decodeText(Buffer.from(bytes, 'latin1')).text, letters)
  }
})

test('a text has no NUL, one kind of line break, and no half characters', () => {
  assert.equal(clean('a\0b\r\nc\rd\n\re\ud800'), 'ab\nc\nd\n\ne\ufffd')
  assert.equal(decodeText(Buffer.from('a\0b\r\nc')).text, 'ab\nc')
})

test('a text that begins with an element of HTML is HTML', () => {
  const yes = [
    '<!DOCTYPE html><p>',
    '\n <html lang="en">',
    '<p>Text',
    '<?xml version="1.0"?><html>',
    '<!-- note --><h1>Spa</h1>',
    '<h6>Spa</h6>',
    '<!doctype html>',
    '<ul>',
    '<table\n>',
  ]
  const no = ['Text <p>', '<note>', '<pre>', '<h7>', '<p', '# <div>', `<x>${' '.repeat(2000)}<p>`]
  assert.deepEqual([yes.filter((text) => !isHtml(text)), no.filter(isHtml)], [[], []])
})

test('Markdown has paragraphs, divided by blank lines', () => {
  assert.deepEqual(shown(blocksOfMarkdown('One,  \ntwo.\n \t\n\nThree.\n')), [
    '0 One,\ntwo.',
    '0 Three.',
  ])
  assert.deepEqual(shown(blocksOfMarkdown('One.\n \t\nTwo.')), ['0 One.', '0 Two.'])
  assert.deepEqual(blocksOfMarkdown(' \n\n'), [])
})

test('Markdown has headings of six levels, with marks before them or a line below', () => {
  const headings: [text: string, shown: string[]][] = [
    ['# One', ['1 One']],
    ['###### Six', ['6 Six']],
    ['####### Seven', ['0 ####### Seven']],
    ['   ## Two ##', ['2 Two']],
    ['    # Code', ['0 # Code']],
    ['## C#', ['2 C#']],
    ['#  A  #', ['1 A']],
    ['# A ######', ['1 A']],
    ['# A #######', ['1 A #######']],
    [' One\n  ===  ', ['1 One']],
    ['#tag', ['0 #tag']],
    ['# ', ['0 #']],
    ['Text\n# One\nMore', ['0 Text', '1 One', '0 More']],
    ['One\n===', ['1 One']],
    ['Two\n---', ['2 Two']],
    ['Two\n--', ['0 Two\n--']],
    ['Two\n-=-', ['0 Two\n-=-']],
    // Below a paragraph of two lines it is a rule.
    ['One\ntwo\n---', ['0 One\ntwo\n---']],
    ['\n---\nText', ['0 ---\nText']],
  ]
  for (const [text, expected] of headings) {
    assert.deepEqual(shown(blocksOfMarkdown(text)), expected, text)
  }
})

test('a block of code is one paragraph, whatever it contains', () => {
  const code = '```sh\n# not a heading\n\n~~~\nmore\n```'
  assert.deepEqual(shown(blocksOfMarkdown(`Run:\n${code}\nDone.\n\n# End`)), [
    `0 Run:\n${code}\nDone.`,
    '1 End',
  ])
  assert.deepEqual(shown(blocksOfMarkdown('   ```\n# a\n```')), ['0 ```\n# a\n```'])
  assert.deepEqual(shown(blocksOfMarkdown('    ```\n# a')), ['0 ```', '1 a'])
  // A block that is never closed reaches to the end.
  assert.deepEqual(shown(blocksOfMarkdown('~~~\n# a\n```\n\n# b')), ['0 ~~~\n# a\n```\n\n# b'])
})

test('a text is a table when its first rows have the same number of cells', async () => {
  const yes = [
    'Room,Price,View\nSea,129,harbour',
    'Room;Price\nSea;129',
    'Room\tPrice\nSea\t129',
    'Room|Price\nSea|129',
    'Room,Price\nSea,129\nGarden,99',
    'Room,Price,View\n\n"Sea, large",129,"a\nb"\n',
    `a,b,c\n${'1,2,3\n'.repeat(19)}1,2\n`,
  ]
  const no = [
    '',
    'Room,Price,View',
    'Room\nSea\nGarden',
    'Welcome, dear guest\nEnjoy it, please',
    'Room,Price,View\nSea,129',
    'a^b^c\n1^2^3',
    `a,b,c\n${'1,2,3\n'.repeat(18)}1,2\n`,
  ]
  const wrong = async (texts: string[], expected: boolean) => {
    const found = await Promise.all(texts.map(isCsv))
    return texts.filter((_, at) => found[at] !== expected)
  }
  assert.deepEqual([await wrong(yes, true), await wrong(no, false)], [[], []])
})

test('each row of a table has the names of its columns', async () => {
  const rowsOf = async (text: string) => shown(await blocksOfCsv(text))
  assert.deepEqual(await rowsOf('Room, Price ;x\nSea;129\n'), ['0 Room, Price: Sea | x: 129'])
  const tables: [text: string, rows: string[]][] = [
    ['Room;Price;View\n Sea ; 129 ; \n;;\n', ['0 Room: Sea | Price: 129']],
    // A row with more cells than the header has them without a name.
    ['Room;Price\nSea;129;new', ['0 Room: Sea | Price: 129 | new']],
    // Without a header: two equal cells, an empty one, or a number.
    ['Sea;Sea\nGarden;99', ['0 Sea | Sea', '0 Garden | 99']],
    ['Sea;\nGarden;99', ['0 Sea', '0 Garden | 99']],
    ['Sea;129\nGarden;99', ['0 Sea | 129', '0 Garden | 99']],
    [`${'n'.repeat(201)};b\n1;2`, [`0 ${'n'.repeat(200)}: 1 | b: 2`]],
    ['Room;Price', []],
  ]
  for (const [text, rows] of tables) assert.deepEqual(await rowsOf(text), rows, text.slice(0, 30))
})

test('a table with more than 1,000 columns is refused', async () => {
  const rowOf = (columns: number) => Array.from({ length: columns }, (_, at) => `c${at}`).join(';')
  assert.deepEqual(await blocksOfCsv(rowOf(1000)), [])
  await assert.rejects(
    blocksOfCsv(rowOf(1001)),
    new Unreadable('The table has more than 1000 columns. Split it into several files.'),
  )
})

test('a source has at most 2,000 pages of 3,000 characters, and 500,000 blocks', () => {
  assert.deepEqual([0, 1, 3000, 3001, maxSourceCharacters].map(pagesOf), [1, 1, 1, 2, 2000])
  assert.equal(requirePages(2000), 2000)
  assert.throws(
    () => requirePages(2001),
    new Unreadable(
      'The file has 2,001 pages; a source can have at most 2,000. Split it into several files.',
    ),
  )
  const tooMuch = new Unreadable(
    'The file has more text than 2,000 pages, the maximum of a source. Split it into several files.',
  )
  const full = createBlocks()
  full.add(0, 'a'.repeat(maxSourceCharacters - 1))
  full.add(0, 'b')
  assert.throws(() => full.add(0, 'c'), tooMuch)
  const many = createBlocks()
  for (let at = 0; at < 500_000; at++) many.add(0, '')
  assert.throws(() => many.add(0, ''), tooMuch)
  assert.deepEqual([full.blocks.length, many.blocks.length], [2, 500_000])
})

/** The bytes of each character that an encoding writes with one or two bytes. */
const bytesIn = (encoding: string): Map<string, number[]> => {
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number[]>()
  const note = (bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes))
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes)
  }
  for (let first = 0; first < 256; first++) note([first])
  for (let first = 0x81; first < 0xff; first++) {
    for (let second = 0x40; second < 0xff; second++) note([first, second])
  }
  return table
}

const encoded = (text: string, encoding: string): Buffer => {
  const table = bytesIn(encoding)
  return Buffer.from([...text].flatMap((character) => table.get(character) ?? []))
}

const samples: Record<string, string[]> = {
  'windows-1252': [
    'Zimmer;Größe\nFrühstück;täglich für alle Gäste',
    'Le petit déjeuner est servi à la réception dès huit heures, même l’été.',
    'El desayuno está incluido y los niños pagan la mitad. ¿Dónde está?',
    'Frokost på værelset og rødgrød',
  ],
  'windows-1250': [
    'Śniadanie podajemy od siódmej; proszę zgłosić się wcześniej, także w niedzielę.',
    'Snídaně se podává každý den, příští týden také večeře.',
    'A reggeli időpontja hétköznap hét óra, a fürdő esténként nyitva, külön űrlappal.',
    'Micul dejun este servit în fiecare dimineaţă şi seara găsiţi ceai.',
  ],
  'windows-1254': [
    'Kahvaltı her gün saat yedide başlıyor, çocuklar için ücretsizdir; ağaç altında.',
  ],
  'windows-1257': [
    'Pusryčiai patiekiami kiekvieną rytą, vaikams įėjimas nemokamas, šeštadienį irgi.',
  ],
  'windows-1251': ['Завтрак подаётся каждый день с семи часов, сауна в подвале.', 'Завтрак'],
  'windows-1253': ['Το πρωινό σερβίρεται κάθε μέρα από τις επτά, και η σάουνα είναι στο υπόγειο.'],
  'windows-1255': ['ארוחת הבוקר מוגשת כל יום משעה שבע, והסאונה נמצאת במרתף של הבית.'],
  'windows-1256': ['يقدم الفطور كل يوم من الساعة السابعة، والساونا في الطابق السفلي.'],
  'windows-874': ['อาหารเช้าเริ่มเวลาเจ็ดโมงทุกวัน และซาวน่าอยู่ชั้นใต้ดิน'],
  shift_jis: ['朝食は毎日七時からです。サウナは地下にあります。', '料金,時間\n大人,十時'],
  'euc-kr': ['조식은 매일 일곱 시부터 제공되며 사우나는 지하에 있습니다.'],
  gb18030: ['早餐每天七点开始供应，桑拿在地下室，儿童免费。', '房间,价格\n海景房,一百二十'],
}

test('a text of Windows in another encoding is read with its letters, and the guess is named', () => {
  for (const [encoding, texts] of Object.entries(samples)) {
    for (const text of texts) {
      assert.deepEqual(decodeText(encoded(text, encoding)), { text, guess: encoding })
    }
  }
})

test('HTML that names its encoding is not guessed', () => {
  const text = '<meta charset="windows-1251"><p>Größe</p>'
  const bytes = encoded(text, 'windows-1252')
  assert.deepEqual(decodeText(bytes), { text: text.replace('Größe', 'GrцЯe'), guess: null })
  const unknown = encoded(text.replace('windows-1251', 'x-unknown'), 'windows-1252')
  assert.equal(decodeText(unknown).guess, 'windows-1252')
})

test('a long text in one line is decoded by a sample of it', () => {
  const text = 'Завтрак подаётся каждый день с семи часов. '
  const bytes = encoded(text, 'windows-1251')
  const long = Buffer.alloc(bytes.length * 20_000, bytes)
  assert.equal(decodeText(long).guess, 'windows-1251')
})
