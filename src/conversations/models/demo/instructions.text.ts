/**
 * How instructions are recognised in one language: alternatives of words, in folded letters, with
 * single spaces between them and ` , ` for whatever else stands between them.
 */
export interface Signs {
  /** At the beginning of a clause. */
  orders: string
  /** Anywhere. */
  signs?: string
  /** Anywhere: something is called secret. */
  secrets: string
  /** Anywhere, both in one sentence: something is not to be told. */
  never: [negations: string, verbs: string]
}

const people = `them|him|her|someone|anyone|every\\w*|each|all|guests?|visitors?|users?|customers?|
  patients?|people|clients?`

export const english: Signs = {
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
  secrets: `secrets?|secretly|confidential\\w*|classified|undisclosed|off the record|staff only|
    not public|non public|not for (?:guests|visitors|customers|the public)|
    for (?:staff|employees|internal)|only (?:for )?(?:staff|employees|the (?:owner|manager|team))|
    internal (?:use|only|notes?|info\\w*|codes?|passwords?|discounts?|prices?|data|memo|matter)|
    internal(?! \\w)|keep .{0,60}(?:to yourself|private|hidden|quiet|between us)|between us|
    eyes only|nda|embargo\\w*|employees only|sensitive(?=(?: ,){0,9} {0,9}$)|your (?:information|ears) only|stays? (?:with|among) us|off limits|none of .{0,40}business|(?:nobody's|no one's|no) business|discre\\w+|anonym\\w*|taboo|(?:no|not a) word (?:about|of|on|to)|
    (?:remain|remains|stay|stays|kept) (?:private|hidden|secret|internal|undisclosed)|
    (?:nobody|no one) (?:may|must|should|else)|
    (?:must|may|should|shall) (?:not|never) (?:learn|know|see|find out|hear|discover|notice)|
    (?:admin\\w*|staff|employees?|owner's|manager's|master|alarm|safe|vault|override|back ?door) (?:
      pin|codes?|passwords?|key|login|number|word)`,
  never: [
    `never|not|don't|dont|doesn't|can't|won't|mustn't|shouldn't|cannot|nobody|no one|without|
    refrain|avoid|forbidden|prohibited|refuse to|decline to|nor`,
    `tell|telling|told|say|saying|said|reveal\\w*|share|shared|sharing|disclos\\w*|mention\\w*|
    divulg\\w*|leak\\w*|betray\\w*|g[ia]ve\\w* (?:\\w+ ){0,4}(?:out|away)|hand(?:ed)? out|
    pass(?:ed)? on|discuss\\w*|talk\\w* about|speak\\w* (?:about|of)|quot\\w*|repeat\\w*|
    publi\\w*|advertis\\w*|inform\\w*|answer\\w*|see|expos\\w*|admit\\w*|hint\\w*|know|knows|learn|find out|hear|
    (?:give|hand|send|show|provide|pass) .{0,60}to (?:guests?|visitors?|customers?|any\\w+|people)`,
  ],
}

export const german: Signs = {
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
    (?:nennen|verraten|erwahnen|sagen|antworten|anbieten|empfehlen)(?=[ ,]*$)`,
  secrets: `geheim\\w*|diskret\\w*|anonym\\w*|vertraulich\\w*|intern(?:e|er|es|en|em)?|verschwiegen|nicht offentlich|
    unter uns|unter verschluss|tabu|kein wort|(?:safe|tresor|alarm|admin|master|personal|
      mitarbeiter) ?(?:code|pin|
      passwort|schlussel|kennwort)|nur (?:fur )?(?:das |die |unser )?(?:personal|mitarbeiter\\w*|
    team|chef\\w*)|behalte? .{0,60}fur dich`,
  never: [
    'nie|niemals|nicht|kein\\w*|niemand\\w*|keinesfalls|auf keinen fall|ohne',
    `verrat\\w*|sage?|sagen|sagst|erwahn\\w*|nenn\\w*|weiter(?:geb|gib|sag|erzahl)\\w*|
    weiter(?=\\W*$)|preis\\w*geb\\w*|mitteil\\w*|teilen?|erzahl\\w*|offenleg\\w*|herausgeb\\w*|
    heraus(?=\\W*$)|ausplauder\\w*|erfahren|wissen|sprich\\w*|sprechen|reden|gib|
    antworte\\w*|beantworte\\w*|geht|veroffentlich\\w*|gesprochen|gesagt|erzahlt|geredet|genannt|
    (?:an|fur) (?:die )?(?:gaste|kunden|besucher|dritte|niemand\\w*)`,
  ],
}

/** Titles over instructions, whole. */
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
  internal(?! medicine)(?: \\w+){0,3}|private|notes? (?:to|for) (?:self|the assistant|staff|you)|
  system(?: prompt)?|prompt|
  character|anweisung(?:en)?|regeln|verhalten(?:sregeln)?|ton|tonfall|tonalitat|stil|rolle|
  aufgaben?|ziele?|personlichkeit|verboten|verbote|so (?:antwortest|sprichst|verhaltst) du|
  instrucciones|reglas|tono|rol|tareas?|consignes|regles|instrucoes|regras|tom|papel|istruzioni|
  regole|ruolo|privad[oa]s?|prives?|privat[oaie]?|prywatn\\w*|riservat[oaie]|intern[oae]s?|interni|uso interno|dahili|wewnetrzne|داخلي|内部(?:信息|资料)?|社内(?:情報)?|
  instrukcj[ea]|zasady|talimatlar|kurallar|تعليمات|قواعد|
  指示|规则|要求|指令|角色|ルール|役割|口調|設定`
