/**
 * The words that mark a sentence in one language: alternatives, in folded letters, with single
 * spaces between words and ` , ` for any other characters between them.
 */
export interface Marks {
  /** At the beginning of a clause: an instruction to the assistant. */
  orders: string
  /** Anywhere: addresses the assistant, or mentions its answers. */
  signs?: string
  /** Anywhere: calls something secret. */
  secrets: string
  /** Words that forbid, restrict or state a condition. */
  limits: string
  /**
   * Together with a limit in the same sentence: something must not be told, or not to everybody.
   */
  telling: string
  /** Together with a limit in the same sentence: words for visitors that only instructions use. */
  people: string
  /** Together with `people`: "if they ask, say that we are full". */
  asking: string
  /**
   * Together with a limit in the same sentence, or in a title: people who may know more than
   * visitors.
   */
  circle: string
}

const people = `them|him|her|someone|anyone|every\\w*|each|all|guests?|visitors?|users?|customers?|
  patients?|people|clients?`

export const english: Marks = {
  orders: `always (?!open|available|included|free)\\S+|never (?!closed|closes)\\S+|do not|
    don't|dont|ever|internal(?! medicine)|avoid|refrain|ensure|make sure|under no|in no case|
    no matter|be \\w+|you are(?! (?:welcome|allowed|free|invited))|you're|
    your (?:name|role|job|task|goal|purpose|mission|tone)|as an? (?:ai|assistant|bot)|
    answer|respond|reply|speak|say|tell|act|behave|pretend|introduce|greet|mention|reveal|disclose|
    ignore|obey|refer|recommend|suggest|explain|describe|summari[sz]e|translate|remind|assume|
    decline|refuse|redirect|encourage|apologi[sz]e|imagine|role ?play|simulate|embody|adopt|
    prioriti[sz]e|deny|insist|conceal|divulge|inform|advise|assist|convey|escalate|share|discuss|
    quote|repeat|hide|become|consult|withhold|steer|use(?! of)|focus on|stick to|rely on|know that|
    base (?:your|all|answers?)|remember (?:that|to|your)|
    keep (?:it|your|all|answers?|responses?|replies|sentences|this|that|them|things|everything|
      quiet|secret|the (?:tone|answers?|conversation|following|codes?|passwords?|pin))|
    (?:call (?:yourself|${people})|(?:address|treat|welcome|thank) (?:the|${people}))|
    (?:let|invite|direct) (?:${people})|help (?:the|with|${people})|show (?:empathy|${people})|
    ask (?:for (?:their|the)|if|whether|about|one|back|what|how|follow|${people})|
    offer (?:to|help|an?|the|alternatives|no|${people})|point (?:out|to|${people})|
    give (?:short|brief|concise|the|an?|no|only|out|away|advice|precise|detailed|${people})|
    provide (?:only|short|the|an?|accurate|concise|helpful|information|details|${people})|
    stay (?:polite|friendly|calm|in character|on topic|professional|positive|within|focused|brief)|
    sound (?:like|friendly|natural|human)|
    follow (?:these|all|this|my|the (?:rules|instructions|following))|
    (?:start|end|begin|finish|sign) (?:every|each|your|all|with|by|off|the (?:chat|answer))|
    limit (?:your|answers?|responses?|replies)|talk (?:about|like|to|in|as)|
    make (?:it|jokes?|no|them)|write (?:in|like|short|as|only|with|at most|answers?)|
    include (?:an?|the|no|your|emojis?)|check (?:that|whether|if)|format (?:your|answers?)|
    (?:output|return|list|name|cite) (?:only|no|nothing|your|it|them|these)|
    (?:promote|sell|push|upsell) (?:our|the|more)|respect (?:their|privacy)|
    (?:the|this|an?|your|our) (?:\\w+ )?(?:assistant|chatbot|bot|language model|
      ai (?:assistant|model|bot|should|must|may|never|always|will))`,
  signs: `only to be|this prompt|prompt version|max(?:imum)? tokens|(?:to|for) (?:the |an? )?(?:ai|
    assistant|chatbot|bot|llm)|
    (?:system|hidden|secret|these|your|my|above) (?:prompt|instructions?|guidelines)|
    you(?:'re| are) (?:an?|the) (?:\\w+ ){0,3}(?:assistant|concierge|guide|bot|host|expert|agent)|
    your (?:name|role|job|task|goal|purpose|mission|tone|style|answers?|responses?|replies|persona|
      personality|character|audience|knowledge|instructions?|creator|developer|duty|objective)|
    you (?:can |should |must |may |will |never |always |only |also |do not |don't |not |to ){1,3}
      (?:answer|respond|reply|speak|talk|say|tell|act|know|help|mention|reveal|recommend|suggest|
      explain|refuse)|
    (?:if|when|whenever|in case|should|once|unless) .{0,60}(?:asks?|asked|asking|wants? to know|
      inquir\\w+|insists?|complains?|requests?|is (?:rude|angry|upset))|
    (?:answers?|responses?|repl(?:y|ies)) .{0,30}(?:should|must|short|brief|concise|polite|
      friendly|under|max)|
    (?:max\\w*|at most|no more than|up to|one|two|three|\\d+) (?:\\w+ )?(?:sentences?|emojis?)|
    (?:friendly|formal|informal|polite|warm|professional|casual|short|concise|brief) (?:\\w+ )?
      (?:tone|answers?|responses?|replies|manner)|
    (?<!\\b(?:we|they|i) )(?:always|never|do not|don't|must not|should not|shouldn't) (?:\\w+ )?
      (?:answer|respond|reply|speak|act|behave|pretend|greet|recommend|suggest|offer|promise|
      invent|make up)`,
  secrets: `secrets?|secretly|secrecy|no other|(?:nobody|no one|anybody|anyone) else|nowhere else|lies? about|lying|hush|whisper\\w*|unaware|privy|withh[eo]ld\\w*|concealed?|
    hidden from|behind the scenes|unannounced|unofficial\\w*|insider\\w*|covert\\w*|redacted|
    (?:profit )?margins?|(?:buying|purchase|cost|wholesale) prices?|salar(?:y|ies)|
    confidential\\w*|classified|undisclosed|off the record|staff only|
    not public|non public|not for (?:guests|visitors|customers|the public)|
    for (?:staff|employees|internal)|only (?:for )?(?:staff|employees|the (?:owner|manager|team))|
    internal (?:use|only|notes?|info\\w*|codes?|passwords?|discounts?|prices?|data|memo|matter)|
    internal(?! \\w)|keep .{0,60}(?:to yourself|private|hidden|quiet|between us)|between us|
    eyes only|nda|embargo\\w*|employees only|sensitive(?=(?: ,){0,9} {0,9}$)|your (?:information|ears) only|stays? (?:with|among) us|off limits|none of .{0,40}business|(?:nobody's|no one's|no) business|discre\\w+|anonym\\w*|taboo|(?:no|not a) word (?:about|of|on|to)|
    (?:remain|remains|stay|stays|kept) (?:private|hidden|secret|internal|undisclosed)|
    (?:nobody|no one) (?:may|must|should|else)|
    (?:must|may|should|shall) (?:not|never) (?:learn|know|see|find out|hear|discover|notice)|
    (?:admin\\w*|staff|employees?|owner's|manager's|master|alarm|safe|vault|override|back ?door) (?:
      pin|codes?|passwords?|key|login|number|word)|(?:must|should) (?:believe|think)`,
  limits: `never|not|don't|dont|doesn't|can't|won't|mustn't|shouldn't|cannot|nobody|no one|without|
    refrain|avoid|forbidden|prohibited|refuse|decline|deny|nor|none|nothing|no|isn't|aren't|only|
    solely|strictly|exclusively|just for|except|excepting|unless|until|apart from|less than|first|nor|neither`,
  telling: `tell|telling|told|say|saying|said|reveal\\w*|share|shared|sharing|disclos\\w*|mention\\w*|
    divulg\\w*|leak\\w*|betray\\w*|g[ia]ve\\w* (?:\\w+ ){0,4}(?:out|away)|hand(?:ed)? out|
    pass(?:ed)? (?:\\w+ ){0,2}on|discuss\\w*|talk\\w* about|speak\\w* (?:about|of)|quot\\w*|repeat\\w*|
    publish|publishing|publicly|public|advertis\\w*|inform\\w*|answer\\w*|see|seen|sees|announc\\w*|aware|
    notice\\w*|discover\\w*|word|words|rumou?rs?|overhear\\w*|outside|outsiders?|expos\\w*|admit\\w*|hint\\w*|know|knows|known|learns?|finds? out|hears?|
    get\\w* out|let slip|those who|anyone who|talks?|talking|bring\\w* (?:\\w+ ){0,3}up|come\\w* up|
    (?:give|hand|send|show|provide|pass) .{0,60}to (?:guests?|visitors?|customers?|any\\w+|people)|circulat\\w*`,
  people: 'guests?|visitors?|customers?|clients?|callers?|regulars?',
  asking: 'asks|asked',
  circle: `staff|employees?|personnel|crew|colleagues?|team|managers?|management|owners?|boss|
    insiders?|administrators?|admins?|technicians?|cleaners?|porters?|caretakers?|janitors?|workers?`,
}

export const german: Marks = {
  orders: `immer|stets|nie|niemals|auf keinen fall|keinesfalls|unter keinen umstanden|du bist|
    ihre? (?:aufgabe|rolle|name|ziel)|sie sind (?:ein|eine|der|die|das)|
    als (?:ki|assistent\\w*|bot|concierge)|
    antworte|beantworte|sprich|rede (?:nur|immer|nie|wie|mit|uber|nicht)|sage?|verrate|nenne|
    erwahne|hilf|sei|bleibe?|verwende|benutze|nutze|gib|erzahle?|erklare?|empfiehl|verweise|
    schreibe?|frage? (?:nach|immer|zuerst|den|die|jeden)|formuliere|duze|sieze|begrusse|vermeide|
    erfinde|stelle? (?:dich|keine)|halte? (?:dich|deine|die antworten|es)|lehne|ignoriere|befolge|
    tue?|spiele? (?:die rolle|einen?|den)|handle|verhalte|biete?|weise|achte|lasse? (?:dich|gaste)|
    mache? (?:keine|nie)|fasse|behalte|teile? (?:nie|nicht|niemandem|keine)|verschweige|lenke|
    schlage|bewirb|versprich|konzentriere|beschranke|berate|informiere|unterstutze|leite|
    orientiere|zeige? (?:dich|verstandnis)|
    (?:antworten|sprechen|sagen|verraten|nennen|erwahnen|helfen|seien|bleiben|verwenden|benutzen|
      geben|erzahlen|erklaren|empfehlen|verweisen|schreiben|halten|vermeiden|erfinden|beantworten|
      lehnen|ignorieren|befolgen|begrussen|weisen|achten|reden|handeln|verhalten|bieten|behalten|
      informieren|beraten) sie|
    (?:der|die|das|ein|eine|unser) (?:ki|assistent\\w*|chatbot|bot)`,
  signs: `du .{0,60}(?:antwort\\w*|beantwort\\w*|sagst|sagen|verrat\\w*|nennst|nennen|erwahn\\w*|
      hilfst|helfen|geben|zeigen|herausgeben|weitergeben|empfiehlst|empfehlen|sprichst|sprechen|
      erzahl\\w*|erfind\\w*|weisst|kennst|
      arbeitest|heisst|bist|spielst|sollst|gibst|redest|duzt|siezt|verhaltst)|
    (?:heisst|bist|sollst|weisst|kennst|sprichst|antwortest|hilfst|arbeitest|redest|gibst) du|
    deine? (?:name|rolle|aufgabe|ziel|antwort\\w*|ton\\w*|stil|wissen|anweisung\\w*|personlichkeit)|
    (?:wenn|falls|sobald) (?:jemand|man|ein\\w*|gaste?|besucher\\w*|kund\\w*|nutzer\\w*|der|die|du)
      .{0,50}(?:fragt|fragen|gefragt|wissen (?:will|mochte|wollen)|beschwert)|gefragt wirst|
    (?:kurz|hoflich|freundlich|knapp|auf deutsch|auf englisch|nur|immer) (?:\\w+ )?(?:antworten|
      bleiben|beantworten)|(?:maximal|hochstens|nicht mehr als|in) (?:\\w+ )?satzen?|
    (?:freundlicher|formlicher|lockerer|hoflicher) ton\\w*|
    antworten (?:enden|beginnen|mussen|sollen|sollten|sind)|
    (?:nennen|verraten|erwahnen|sagen|antworten|anbieten|empfehlen)(?=[ ,]*$)|dich|dir`,
  secrets: `geheim\\w*|(?:nur|ausschliesslich|erst)(?: ,)? (?:wer|wem)|(?:niemand\\w*|kein\\w*) (?:sonst|ander\\w*)|sonst (?:niemand\\w*|kein\\w*)|lugt?|luge|heimlich\\w*|schweig\\w*|verschweig\\w*|inoffiziell\\w*|hinter den kulissen|
    marge\\w*|gewinnspanne\\w*|einkaufspreis\\w*|gehalter|sperrfrist|diskret\\w*|anonym\\w*|vertraulich\\w*|intern(?:e|er|es|en|em)?|verschwiegen|nicht offentlich|
    unter uns|unter verschluss|tabu|kein wort|(?:safe|tresor|alarm|admin|master|personal|
      mitarbeiter) ?(?:code|pin|
      passwort|schlussel|kennwort)|nur (?:fur )?(?:das |die |unser )?(?:personal|mitarbeiter\\w*|
    team|chef\\w*)|behalte? .{0,60}fur dich|(?:sollen|mussen) (?:\\w+ ){0,3}glauben`,
  limits: `nie|niemals|nicht|nichts|kein\\w*|niemand\\w*|keinesfalls|auf keinen fall|ohne|nur|
    ausschliesslich|lediglich|allein|ausser|solange|erst|vorerst|bis auf|weder|verboten|untersagt`,
  telling: `verrat\\w*|sage?|sagen|sagst|erwahn\\w*|nenn\\w*|weiter(?:geb|gib|sag|erzahl)\\w*|
    weiter(?=\\W*$)|preis\\w*geb\\w*|mitteil\\w*|teilen?|erzahl\\w*|offenleg\\w*|herausgeb\\w*|
    heraus(?=\\W*$)|ausplauder\\w*|erfahren|wissen|sprich\\w*|sprechen|reden|gib|
    antworte\\w*|beantworte\\w*|geht|erfahrt|mitbekomm\\w*|mitkrieg\\w*|merk\\w*|hort|horen|
    weiss|ahnt|ahnen|bekannt|offentlich\\w*|ausposaun\\w*|rausgeb\\w*|rausruck\\w*|auf nachfrage|vorzeig\\w*|veroffentlich\\w*|gesprochen|gesagt|erzahlt|geredet|genannt|
    (?:an|fur) (?:die )?(?:gaste|kunden|besucher|dritte|niemand\\w*)|wort`,
  people: 'gast|gaste|gasten|kunde|kunden|besucher\\w*|stammgast\\w*',
  asking: 'fragt|gefragt',
  circle: `personal|mitarbeit\\w*|angestellt\\w*|kolleg\\w*|team|chef\\w*|leitung|geschaftsfuhr\\w*|
    inhaber\\w*|hausmeister\\w*|techniker\\w*|belegschaft|stammgast\\w*`,
}

/** Things that visitors never need, when a number or one of the second words follows. */
export const vaults: [things: string, codes: string] = [
  `safes?|vaults?|alarms?|alarm\\w*|burglar|admin\\w*|root|master|override|back ?door|tresor\\w*|
  caja fuerte|alarma|coffre|cofre|cassaforte|allarme|sejf\\w*|alarmu?|kasa\\w*|خزن\\S*|انذار|الانذار`,
  `pins?|codes?|passwords?|passcodes?|login|combination|kombination|zahl|nummer|passwort|kennwort|
  codigo|clave|contrasena|combinacion|mot de passe|combinaison|senha|palavra|combinacao|codice|
  combinazione|kod|haslo|szyfr|sifre\\w*|keys?|words?|numbers?`,
]

/** Titles of instructions, as whole lines. */
export const titles = `(?:forbidden |banned )?(?:topics|subjects|words|things)(?: to avoid)?|
  tone of voice|sensitive|employees only|restricted(?: information)?|never ever|embargo\\w*|under (?:nda|embargo)|
  (?:output|response|answer) format|(?:model )?settings|behave|hidden|secrets?|confidential|
  override|debug|developer(?: notes?)?|admin\\w*|
  (?:your|the|general|important|system|response|my|assistant) (?:\\w+ )?
    (?:instructions?|rules|guidelines|behaviou?rs?|tone|style)|
  instructions?|rules|guidelines|guardrails|behaviou?rs?|tone|style|tone (?:and )?style|voice|
  persona|personality|role|tasks?|goals?|objectives?|mission|identity|constraints|restrictions|
  boundaries|limitations|do'?s? (?:and )?don'?t'?s?|don'?ts?|do not|never|always|
  how to (?:answer|respond|behave|act|reply|talk|speak)|what (?:not )?to (?:say|do|avoid|answer)|
  internal(?! medicine)(?: \\w+){0,3}|private|notes? (?:to|for) (?:self|the assistant|staff|you|me|us|myself|ourselves)|
  system(?: prompt)?|prompt|
  character|anweisung(?:en)?|regeln|verhalten(?:sregeln)?|ton|tonfall|tonalitat|stil|rolle|
  aufgaben?|ziele?|personlichkeit|verboten|verbote|so (?:antwortest|sprichst|verhaltst) du|
  instrucciones|reglas|tono|rol|tareas?|consignes|regles|instrucoes|regras|tom|papel|istruzioni|
  regole|ruolo|privad[oa]s?|prives?|privat[oaie]?|prywatn\\w*|riservat[oaie]|intern[oae]s?|interni|uso interno|dahili|wewnetrzne|داخلي|内部(?:信息|资料)?|社内(?:情報)?|
  instrukcj[ea]|zasady|talimatlar|kurallar|تعليمات|قواعد|
  指示|规则|要求|指令|角色|ルール|役割|口調|設定`
