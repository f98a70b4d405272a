/** Words whose full stop does not end a sentence. */
export const abbreviations =
  'mr|mrs|ms|dr|prof|st|no|nr|tel|ca|approx|max|min|inkl|incl|bzw|usw|etc|evtl|ggf|str|sr|sra|av|vs'

/** Words that follow an ordinal number: "1. Mai", "2. Stock". */
export const ordered =
  'jan|feb|mär|mar|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]|stock|etage|obergeschoss'
