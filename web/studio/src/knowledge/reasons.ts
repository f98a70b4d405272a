/** The English sentences about a source. Any other sentence is shown unchanged. */
const inGerman: [RegExp, string][] = [
  [
    /^This PDF contains only images of text\./,
    'Dieses PDF enthält nur Bilder von Text. Laden Sie eines mit echtem Text hoch.',
  ],
  [
    /^This PDF is protected by a password\./,
    'Dieses PDF ist mit einem Kennwort geschützt. Speichern Sie es ohne Kennwort und laden Sie es dann hoch.',
  ],
  [
    /^(?:This PDF|The file) is damaged\./,
    'Die Datei ist beschädigt. Öffnen Sie sie, speichern Sie sie neu und laden Sie die Kopie hoch.',
  ],
  [
    /^The file could not be read\./,
    'Die Datei konnte nicht gelesen werden. Vielleicht ist sie beschädigt: Öffnen Sie sie, speichern Sie sie neu und laden Sie die Kopie hoch.',
  ],
  [/^This file type is not supported\.$/, 'Dieser Dateityp wird nicht unterstützt.'],
  [
    /^This is an Excel workbook\./,
    'Das ist eine Excel-Datei. Speichern Sie ihre Tabellen als CSV-Dateien und laden Sie diese hoch.',
  ],
  [
    /^This is a PowerPoint file\./,
    'Das ist eine PowerPoint-Datei. Speichern Sie sie als PDF und laden Sie dieses hoch.',
  ],
  [
    /^This is an OpenDocument or EPUB file\./,
    'Das ist eine OpenDocument- oder EPUB-Datei. Speichern Sie sie als PDF oder DOCX und laden Sie diese hoch.',
  ],
  [
    /^This is a zip file\./,
    'Das ist eine Zip-Datei. Entpacken Sie sie und laden Sie ihre Dateien hoch.',
  ],
  [
    /^The file unpacks to more than 64 MB/,
    'Die Datei enthält mehr als 64 MB Text. Teilen Sie sie in kleinere Dateien.',
  ],
  [
    /^Reading the file took too long\./,
    'Das Lesen der Datei dauerte zu lange. Teilen Sie sie in kleinere Dateien.',
  ],
  [
    /^Reading the file needs too much memory\./,
    'Das Lesen der Datei braucht zu viel Speicher. Teilen Sie sie in kleinere Dateien.',
  ],
  [
    /^The file has ([\d,]+) pages; a source can have at most ([\d,]+)\./,
    'Die Datei hat $1 Seiten; erlaubt sind höchstens $2. Teilen Sie sie in mehrere Dateien.',
  ],
  [
    /^The address needs a sign-in/,
    'Die Adresse verlangt eine Anmeldung. Nur öffentliche Seiten können gelesen werden.',
  ],
  [/^There is no page at this address/, 'Unter dieser Adresse gibt es keine Seite.'],
  [
    /^The website answered with status (\d+)\./,
    'Die Website antwortete mit Status $1. Versuchen Sie es später wieder.',
  ],
  [
    /^The website did not answer within ([\d.]+) seconds\.$/,
    'Die Website antwortete nicht innerhalb von $1 Sekunden.',
  ],
  [/^The host (\S+) was not found\.$/, 'Der Rechner $1 wurde nicht gefunden.'],
  [/^The website (\S+) could not be reached\.$/, 'Die Website $1 ist nicht erreichbar.'],
  [/^The certificate of (\S+) is not valid\.$/, 'Das Zertifikat von $1 ist nicht gültig.'],
  [/^The page is larger than 5 MB\.$/, 'Die Seite ist größer als 5 MB.'],
  [/^The page is on another website\.$/, 'Die Seite liegt auf einer anderen Website.'],
  [/^The address is not a web page \((.*)\)\.$/, 'Die Adresse ist keine Webseite ($1).'],
  [/^The address redirects/, 'Die Weiterleitung der Adresse führt nicht zu einer Seite.'],
  [
    /^The file robots\.txt of the website/,
    'Die Datei robots.txt der Website erlaubt es nicht, diese Adresse zu lesen.',
  ],
  [
    /^The website was too slow: reading stopped after 30 minutes\.$/,
    'Die Website war zu langsam: Das Lesen endete nach 30 Minuten.',
  ],
  [
    /^Reading stopped, because the organization has no room/,
    'Das Lesen wurde beendet, weil die Organisation keinen Platz für weitere Seiten hat.',
  ],
]

/** Why a source failed, in the language of the reader. */
export const reasonIn = (language: string, reason: string): string => {
  if (language !== 'de') return reason
  for (const [pattern, text] of inGerman) {
    const parts = pattern.exec(reason)
    if (parts) return text.replace(/\$(\d)/g, (_, number) => parts[Number(number)] ?? '')
  }
  return reason
}
