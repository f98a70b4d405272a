import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export type Language = 'en' | 'de' | 'fr' | 'ja'

interface Manual {
  title: string
  /** The Debian package, and how the path of the PDF in it ends. */
  name: string
  path: string
}

/** Manuals of 100 pages and more, from packages of Debian. */
const manuals: Record<Language, Manual> = {
  en: {
    title: 'Debian Reference',
    name: 'debian-reference-en',
    path: 'debian-reference.en.pdf',
  },
  de: {
    title: 'Debian Installationsanleitung',
    name: 'installation-guide-amd64',
    path: 'de/install.de.pdf.gz',
  },
  fr: {
    title: 'Référence du développeur Debian',
    name: 'developers-reference-fr',
    path: '.pdf',
  },
  ja: {
    title: 'Debian リファレンス',
    name: 'debian-reference-ja',
    path: 'debian-reference.ja.pdf',
  },
}

export const languages = Object.keys(manuals) as Language[]

export interface Document {
  language: Language
  title: string
  bytes: Buffer
}

/** From the folder in QPR_BENCH_DOCUMENTS, which gets what is missing, or from a temporary one. */
export const loadDocuments = (): Document[] => {
  const given = process.env.QPR_BENCH_DOCUMENTS
  const folder = given ?? mkdtempSync(join(tmpdir(), 'qpr-manuals-'))
  try {
    return languages.map((language) => {
      const file = join(folder, `${language}.pdf`)
      if (!existsSync(file)) writeFileSync(file, fetchManual(manuals[language]))
      return { language, title: manuals[language].title, bytes: readFileSync(file) }
    })
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

const fetchManual = ({ name, path }: Manual): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'qpr-package-'))
  // apt gives up its rights for a download, and then may not write into a private folder.
  const options = {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'],
  }
  try {
    execFileSync('apt-get', ['download', '-o', 'APT::Sandbox::User=root', name], options)
    const packed = readdirSync(folder).find((file) => file.endsWith('.deb')) ?? ''
    execFileSync('dpkg', ['-x', packed, 'content'], options)
    const files = readdirSync(join(folder, 'content'), { recursive: true, encoding: 'utf8' })
    const found = files.find((file) => file.endsWith(path))
    if (!found) throw new Error(`The package ${name} has no file that ends with ${path}.`)
    const bytes = readFileSync(join(folder, 'content', found))
    return found.endsWith('.gz') ? gunzipSync(bytes) : bytes
  } catch (error) {
    throw new Error(`The manual in ${name} could not be fetched. ${advice}`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const advice =
  'The bench needs apt-get and dpkg of Debian or Ubuntu (run `apt-get update` first). Elsewhere, ' +
  'unpack the packages debian-reference-en, installation-guide-amd64 (German), ' +
  'developers-reference-fr and debian-reference-ja from packages.debian.org yourself, put their ' +
  'PDF files into a folder as en.pdf, de.pdf, fr.pdf and ja.pdf, and name the folder in ' +
  'QPR_BENCH_DOCUMENTS.'
