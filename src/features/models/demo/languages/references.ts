// Words by which sentences refer to each other, to the visitor and to the assistant.

/** The speaker in lists of questions and answers. */
export const speaker = new RegExp(
  `^(?:${[
    'q|question|frage|f|pregunta|domanda|pytanie|soru|问|問|س',
    'a|answer|antwort|respuesta|réponse|r|risposta|resposta|odpowiedź|cevap|答|ج',
  ].join('|')})[:：]\\s{0,9}`,
  'iu',
)

/** The end of a sentence that introduces a list or the next sentence: "the following". */
export const announces =
  /[:：]\s{0,9}$|\b(?:following|below|folgende|siguiente|suivant|seguint|seguent|nast[eę]puj[aą]c|a[sş]a[gğ][iı]daki)|以下|如下|التالي/iu

/** The beginning of a sentence that has no meaning without the sentence before it. */
export const continues = new RegExp(
  [
    "^(?:it|its|it's|they|their|es|er)\\b",
    `^(?:this|that|these|those|das|dies|diese[rs]?) (?:${[
      'is|are|was|applies|includes|means|can|will|costs?',
      'ist|sind|gilt|gelten|kann|wird|kostet|steht',
    ].join('|')})\\b`,
    '^(?:它|其|それ|これ|وهو|وهي)',
  ].join('|'),
  'iu',
)

/** Whether a sentence refers to the sentence before it. "Das Passwort" does not. */
export const refersBack = (sentence: string): boolean =>
  backReference.test(sentence) && !/^[Dd]as \p{Lu}/u.test(sentence)

const backReference = new RegExp(
  `^(?:${[
    "it|its|it's|they|their|this|that|these|those|he|she|his|her|es|er|sie|das|dies[a-z]*",
    'este|esta|esto|eso|cette|ce|cela|isto|isso|questo|questa|ten|ta|to|tego|bu|bunu',
  ].join('|')})(?!\\p{L})|^(?:它|这|该|其|此|それ|これ|この|その|هذا|هذه|وهو|وهي)`,
  'iu',
)

export const above =
  /\b(?:above|oben|obige|arriba|ci-dessus|acima|sopra|powyżej|yukarıda)|أعلاه|以上|上述|上記/iu

export const backwards = new RegExp(
  [
    '\\b(?:it|him|her|this|these|those|them|dies\\w{0,30}|davon|daruber|ello|esto|eso|cela|isso|isto|questo)\\b',
    '\\b(?:bunu|bundan|tym|tego)\\b|ذلك|هذا|هذه|这|此事|この|これ|それ',
    '\\b(?:that|das|es|lo|ca|to)\\W{0,9}$',
  ].join('|'),
)

/** In titles: the audience of a part of the prompt. */
export const dedications = 'for|fur|para|pour|per|dla|icin|a|al|au|aux|voor|для|till|til|pro'

/** In titles: words for the conversation itself. */
export const talks =
  'conversations?|chats?|gesprach\\w*|conversacion|conversas?|conversazion[ei]|rozmow\\w*|sohbet\\w*'

/** Words that may come before an instruction. */
export const openings = [
  'and|but|so|also|please|only|just|then|kindly|politely|gently|instead|otherwise|importantly?',
  'und|aber|auch|bitte|nur|dann|sonst|wichtig|y|pero|et|mais|e|ma|mas|por favor|importante',
  's il (?:te|vous) plait|per favore|prosze|lutfen',
].join('|')

/** "You" is the visitor here, not the assistant. */
export const youVisitors = [
  '(?:if|when|once|while|before|after|unless|until|where|that|which|everything|anything) you',
  'you (?:can|may|could|will|need|get|must|should|have to|pay|find|reach)',
  'you are (?:welcome|allowed|free to|invited)',
  '(?:thank|wish|offer|bring|give|show|serve|see|get|earn|cost|take|let|allow|help)s? you',
]

export const duVisitors = [
  '(?:wenn|falls|sobald|bevor|nachdem|solange|ob|die|den|das|was|wo|wie) du',
  'du (?:kannst|darfst|musst|findest|bekommst|erreichst|zahlst|brauchst|erhaltst)',
  '(?:kannst|darfst|musst|findest|bekommst|erreichst|zahlst|brauchst|erhaltst|hast|solltest) du',
]
