/** Words whose full stop does not end a sentence. */
export const abbreviations = [
  'mr|mrs|ms|dr|prof|st|no|nr|tel|ca|approx|max|min|inkl|incl|bzw|usw|etc|evtl|ggf|str|sr|sra',
  'av|avda|z|ul|al|godz|vs|abs|art',
].join('|')

/** Words that follow an ordinal number: "1. Mai", "2. Stock". */
export const ordered =
  'jan|feb|mär|mar|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]|stock|etage|obergeschoss'

/** Words and signs between two subjects: "passwords or phone numbers". */
export const separators = /[,、，]| (?:or|and|oder|und|o|y|ou|et|e|lub|i|veya|ve|او|و) /
