import type { ScanLanguage } from '#contract/languages.ts'

/**
 * Folded words, separated by `|`; a `*` stands for any beginning or ending. In Arabic, Chinese and
 * Japanese they are parts of words.
 */
interface SecrecyWords {
  /** Secrecy, people who know more than visitors, telling and knowing, and the assistant. */
  marks: string
  /** The beginning of an instruction. */
  orders: string
  /** The manner of an answer. A sentence of these words alone concerns no fact. */
  manner: string
}

export const secrecyWords: Record<ScanLanguage | 'others', SecrecyWords> = {
  en: {
    marks: `secret*|confidential*|classified|undisclosed|internal*|staff*|employee*|personnel|crew|
      colleague*|manager*|management|owner*|boss|team|insider*|admin|administrator*|technician*|
      cleaner*|janitor*|caretaker*|worker*|supplier*|supplies|wholesale*|margin*|profit*|turnover|
      cost price|purchase price|buying price*|revenue|salar*|wages|lawsuit|sued|alarm*|safe|vault|override|nda|
      back door|backdoor|back entrance|embargo*|anonym*|discre*|hush|quiet about|keep quiet|truth|
      yourself|between us|among us|with us|off limits|off the record|eyes only|behind the scenes|
      official*|unofficial*|sensitive|restricted|taboo|hidden|hide|withh*|concea*|nobody*|no one*|no other|
      anyone|anybody|someone|somebody|private life|private number|private phone|private mobile|
      remain private|stay private|keep private|vip|vips|regulars|only if|only when|only to|for you|
      for your|no business|business of|unaware|privy|unannounced|leave* the house|in the house|press|office|hold back|claim|claims|tell*|told|say*|said|
      mention*|reveal*|disclos*|divulg*|betray*|leak|leaks|leaked|announc*|discuss*|talking|
      talk about|answer*|repl*|respon*|ask*|know|knows|known|knowing|hear|hears|heard|overhear*|
      aware|inform|informs|informed|quote*|publish*|circulat*|pass on|pass it on|pass this on|
      passed on|give out|given out|give away|hand out|bring up|bring it up|bring this up|come up|
      get out|hint|admit|lie about|lying|believe*|think|pretend*|whisper*|rumour*|word|words|share|
      sharing|advertis*|find out|finds out|learn|learns|notice*|discover*|let slip|you|you're|
      your role|your name|your task|assistant*|chatbot*|bot|prompt*|tokens|note to*|context for`,
    orders: `always|never|do not|don't|dont|avoid|refrain|ensure|make sure|be|keep|act|behave|greet|
      introduce|use|recommend|suggest|explain|describe|summarize|translate|remind|assume|decline|
      refuse|deny|redirect|encourage|apologize|adopt|insist|focus|stick|rely|remember|help|invite|
      direct|offer|point|give|provide|stay|sound|follow|start|begin|sign|limit|write|include|push|
      promote|sell|treat|imagine|play|become|ignore|obey|refer|consult|steer|promise|invent|
      cite|output|speak|talk|finish|end|name|remain|assist|advise|under no|in no case`,
    manner: `always|answer*|reply|replies|respond|response*|speak|tone|voice|style|role|rule|rules|
      instruction*|guideline*|guardrail*|behav*|persona*|task|tasks|goal*|polite*|
      friend*|kind*|warm*|short*|brief*|concise*|honest*|helpful*|cheerful*|calm*|formal*|casual*|
      professional*|clear*|simpl*|sentence*|language|english|german|emoji*|humour|be|keep|use|help|
      max|most|one|two|three|you|your|question*|character|system|topic*|avoid|forbidden|subject*|
      setting*|model|format|note*|private`,
  },
  de: {
    marks: `geheim*|vertraulich*|intern|interne*|personal|personals|mitarbeit*|angestellt*|kolleg*|
      team|chef|chefs|chefin*|leitung|inhaber*|besitzer*|eigentumer*|hausmeister*|techniker*|buro|
      belegschaft|stammg*|lieferant*|grosshandl*|marge*|gewinn*|einkauf*|umsatz*|gehalt|gehalter|
      safe*|tresor*|alarm*|hintert*|hintereingang|diskret*|anonym*|heimlich*|schweig*|verschw*|
      offiziell*|inoffiziell*|behaupt*|presse|kulissen|unter uns|unter verschluss|tabu|niemand*|keiner|keinem|fur dich|jemand*|
      nur wenn|nur fur|nur an|nur auf|glocke|etwas an|nach aussen|wahrheit|verrat*|sag*|gesagt|
      erwahn*|nenn*|genannt|weitergeb*|weitersag*|weitererzahl*|weiter|preisgeb*|mitteil*|erzahl*|
      herausgeb*|rausgeb*|erfahren|erfahrt|wissen|weiss|weisst|sprich*|gesprochen|reden|geredet|antwort*|
      beantwort*|frag|frage|fragen|fragt|gefragt|nachfrag*|mitbekomm*|mitkrieg*|merkt|merken|hort|
      horen|ahnt|veroffentlich*|wort|glauben|luge*|lugt|gib|geben|gibst|du *st|*st du|dich|dir|
      dein*|assistent*|chatbot*|bot`,
    orders: `immer|stets|nie|niemals|bitte nicht|keinesfalls|auf keinen fall|unter keinen|sei|bleib|
      bleibe|verwende|benutze|nutze|hilf|erklare|empfiehl|verweise|schreibe|formuliere|duze|sieze|
      begrusse|vermeide|erfinde|stelle|halte|lehne|ignoriere|befolge|tu|tue|handle|verhalte|biete|
      weise|achte|lass|lasse|mach|mache|behalte|behalt|teile|lenke|schlage|bewirb|versprich|berate|
      konzentriere|beschranke|informiere|unterstutze|zeige|rede|fasse|tut`,
    manner: `immer|antwort*|beantwort*|sprich|ton|tonfall|stil|rolle|regel|regeln|anweisung*|ziele|
      verhalten*|aufgabe|aufgaben|ziel|personlichkeit|hoflich*|freundlich*|herzlich*|kurz*|knapp*|
      ehrlich*|hilfsbereit*|locker*|formlich*|satz|satze|satzen|sprache|deutsch|englisch|sei|bleib|
      duze|sieze|du|dein*|frage*|hilf|maximal|hochstens|zwei|drei|verboten|verbote|privat|notiz*`,
  },
  es: {
    marks: `secret*|confidencia*|interno|interna|internos|internas|personal|emplead*|equipo|gerente*|
      director|direccion|dueno*|jefe*|jefa*|encargad*|proveedor*|margen*|precio de coste|alarma*|
      precio de compra|caja fuerte|puerta trasera|oficina|nadie|para ti|contigo|entre nosotros|discre*|
      anonim*|oculta*|calla*|reservado al*|reservados al*|reservada a*|solo si|solo para|solo el|
      solo los|solo a|no salga|debe salir|digas|diga|digan|decir*|dice|dicen|revel*|mencion*|
      comparta*|compartir|cuentes|contar*|divulg*|hables|hablar|habla|saber|sepa|sepan|sabe|saben|
      enter*|pregunt*|respond*|contest*|publicar|ofrece*|descubr*|conozca*|palabra|crean|creen|
      creer|mient*|eres|tu|tus|te llamas|asistente*|guardalo|guardate*`,
    orders: `nunca|jamas|siempre|actua|debes|tienes que|ayuda|usa|evita*|recomienda|manten|finge|
      se amable|promete|trata|saluda`,
    manner: `siempre|respond*|respuest*|contesta|habla|tono|estilo|rol|regla*|instruccion*|tarea*|
      amab*|brev*|corto|corta|educad*|honest*|frase*|idioma|espanol|ingles|privad*`,
  },
  fr: {
    marks: `secret*|confidentiel*|interne|internes|personnel*|employe*|equipe|directeur|direction|
      gerant*|proprietaire|patron*|chef|collegue*|technicien*|livreur*|fournisseur*|marge*|alarme*|
      prix d achat|prix de revient|coffre*|porte arriere|bureau*|a personne|personne ne|toi|entre nous|
      chez nous|discre*|anonym*|cache*|tais|taire|motus|coulisses|eux seuls|reserve au*|
      seulement si|seulement aux|uniquement|que si|dis|dit|dites|dire|revel*|mention*|partage*|
      divulg*|communiqu*|parle|parler|parlez|repond*|publier|savoir|sache*|sait|appren*|connaitre|
      entend*|decouvr*|ignorent|croire|croient|demande*|mot|mots|crier|preciser|tu|t appelles|
      assistant*|garde|gardez|garder`,
    orders: `jamais|toujours|vous etes|vous devez|sois|soyez|agis|utilise|utilisez|aide|aidez|evite*|
      recommande*|reste|restez|donne|donnez|propose|promets|fais|inutile|a ne`,
    manner: `toujours|repond*|reponse*|parle|ton|style|role|regle*|instruction*|consigne*|tache*|
      poli*|amica*|aimable*|court*|bref*|breve*|phrase*|langue|francais|deux|trois|maximum|prive*`,
  },
  pt: {
    marks: `segred*|secret*|sigil*|confidencia*|interno|interna|internos|internas|funcionari*|equipe|
      equipa|pessoal|gerente*|direcao|dono|dona|chefe*|senhor|fornecedor*|margem|margens|alarme*|
      preco de custo|cofre*|porta dos fundos|escritorio|ninguem|para voce|entre nos|discre*|anonim*|ocult*|
      reservado a*|so para|so os|so as|so o|somente|apenas|fora da conversa|ultrassecret*|diga*|
      dizer|diz|revel*|mencion*|compartilh*|partilh*|divulg*|fale|falar|conte|contes|contar|
      respond*|publicar|saber|saib*|sabe|sabem|descobr*|descubr*|ouvir|conhec*|pergunt*|palavra|
      acredit*|voce e|voce deve|seu nome|seu papel|sua tarefa|assistente*|guarde|mantenha`,
    orders: 'nunca|jamais|sempre|voce|aja|atue|seja|ajude|use|evite*|recomende|ofereca|prometa',
    manner: `sempre|respond*|respost*|fale|tom|estilo|papel|regra*|instruc*|tarefa*|simpatic*|
      educad*|gentil*|cordial*|breve*|curt*|frase*|idioma|portugues|seja|privad*`,
  },
  it: {
    marks: `segret*|confidenzial*|riservat*|interno|interna|interni|interne|personale|dipendent*|
      squadra|direttor*|direzione|titolare|proprietari*|capo|fornitor*|margin*|prezzo d acquisto|
      prezzo di costo|allarme|cassaforte|porta sul retro|ufficio|nessuno|per te|tra noi|discre*|anonim*|
      nascond*|nascost*|taci|tacere|dietro le quinte|finta|solo se|solo per|solo il|solo a|
      soltanto|unicamente|ignorin*|dire|dirlo|dici|dica|dice|digli|di che|rivel*|menzion*|condivid*|
      divulg*|svel*|comunic*|parlar*|parlano|rispond*|sapere|sappia*|sanno|scopr*|vederlo|conosc*|
      chied*|domand*|parola|credere|trapel*|sei|ti chiami|tuo|tua|assistent*|tienilo`,
    orders: 'sempre|devi|parla|sii|agisci|aiuta|usa|evita*|consiglia|offri|prometti|fai|da non',
    manner: `sempre|rispond*|rispost*|parla|tono|stile|ruolo|regol*|istruzion*|compit*|cordial*|
      gentil*|cortes*|breve*|brevi|frasi|lingua|italiano|sei|sii|modo|privat*`,
  },
  pl: {
    marks: `tajn*|tajemnic*|poufn*|sekret*|wewnetrzn*|personel*|pracowni*|zespol*|kierowni*|szef*|
      obslug*|wlascicie*|dostawc*|marz*|cena zakupu|alarm*|sejf*|tylne drzwi|biur*|nikt|nikomu|nikogo|
      ciebie|tobie|miedzy nami|siebie|dyskre*|anonim*|ukry*|milcz*|nieoficjal*|tylko dla|wylacznie|
      mow|mowi*|powiedz*|zdradz*|ujawni*|podawaj|podaj*|wspomin*|udostepni*|wiedz*|dowiedz*|
      rozmawia*|odpowi*|publik*|slowa|slysz*|znac|pyta*|zapyta*|wierz*|jestes|masz na imie|twoj*|
      nazywasz|asystent*|zachowaj`,
    orders: 'zawsze|nigdy|badz|uzywaj|pomagaj|polecaj|unikaj|proponuj|obiecuj',
    manner: `zawsze|odpowi*|mow|ton|styl|rola|zasad*|instrukc*|zadani*|uprzejm*|grzeczn*|krotk*|
      zdani*|jezyk*|polsk*|badz|prywatn*|przyjazn*`,
  },
  tr: {
    marks: `gizli*|dahili|ic kullanim*|personel*|calisan*|ekip*|yonetici*|mudur*|patron*|sahib*|
      tedarik*|kar|marj*|alis fiyat*|alarm*|kasa*|ofis*|arka kapi*|kimse*|aramizda|sakla*|sir|sirri*|
      anonim*|sadece|yalnizca|disinda|soyle*|paylas*|bahset*|bahsed*|acikla*|bilme*|bilebil*|
      duyma*|duysun*|ogren*|goster*|anlat*|ifsa*|sor|sorar*|sorul*|cevap*|yanit*|laf*|inan*|sen|
      senin|adin|gorevin|rolun|asistan*|verme*|ver`,
    orders: 'asla|hicbir|her zaman|daima|sakin|konus|kisa|kibar|nazik|oner*',
    manner: `kisa|cevap*|yanit*|ver|kibar*|nazik*|samimi*|ton|uslup|rol|kural*|talimat*|gorev*|
      cumle*|dil|dilde|turkce|ol|her|zaman|ozel`,
  },
  ar: {
    marks: `سري(?!ر)|سرا|اسرار|داخلي|موظف|عاملين|العامل|فريق|مدير|المالك|صاحب|رئيس|مورد|هامش|ربح|
      خزن|انذار|الخلفي|لاحد|احدا|لا احد|بيننا|لنفسك|كتم|اخف|خاص ب|لغير|اخبر|تخبر|تقل|تقول|تكشف|كشف|
      ذكر|شارك|تفصح|يعرف|تعرف|يعلم|تعلم|تعط|يعطي|تنشر|ينشر|يسمع|يقال|تحدث|سال|اجب|تجب|اياك|ممنوع|
      تجنب|انت|اسمك|دورك|مهمتك|مساعد|دائما|ابدا|تصرف`,
    orders: '',
    manner: 'تعليمات|قواعد|دور|اسلوب|نبره|مهام|خاص|اجب|بلطف|باختصار|بايجاز',
  },
  zh: {
    marks: `秘密|机密|绝密|保密|内部|内密|员工|经理|老板|店长|厨师|供应商|进价|成本|毛利|利润|保险[箱柜]|
      金库|警报|后门|后厨|仓库|不对外|任何人|谁也|其他人|隐瞒|只有|只能|仅|除了|以外|外传|常客|告诉|透露|
      泄露|提及|提到|说|讲|谈|问|回答|回复|知道|公布|公开|分享|你|助手|机器人|提示词|扮演|始终|务必|推荐|
      不要|不得|不能让|切勿|请勿|绝不|禁止|(?<![特分级性区类])别`,
    orders: '',
    manner: `规则|要求|指令|指示|角色|语气|任务|私人|请|用|以|的|并|和|客人|问题|语言|简短|简洁|友好|礼貌|
      热情|中文|回答|回复`,
  },
  ja: {
    marks: `秘密|機密|極秘|内緒|内密|内々|内部|社内|社外|スタッフ|従業員|社員|支配人|オーナー|社長|店長|
      料理長|仕入|原価|利益|金庫|警報|アラーム|裏口|裏メニュー|以外|だけ|のみ|他の人|誰にも|常連|隠|伏せ|
      耳に|気づか|教え|言わ|言う|言っ|伝え|(?<!電)話[しさす]|知ら|知る|知っ|明か|漏ら|他言|口外|公開|共有|
      触れ|答え|回答|質問|聞か|尋ね|あなた|アシスタント|ボット|案内係|絶対|決して|常に|勧め|禁止`,
    orders: '',
    manner: 'ルール|役割|口調|設定|指示|敬語|丁寧|簡潔|親切|お客様|質問|日本語|常に|答え|回答',
  },
  /** Dutch, Scandinavian languages and Czech. Sentences in other scripts are never quoted. */
  others: {
    marks: `vertrouwelijk*|personeel|medewerker*|onder ons|zeg|zeggen|vertel*|verraad*|onthul*|
      weten|vraag*|antwoord*|je bent|hemlig*|hemmelig*|fortrolig*|konfidentiel*|internt|ingen|saga|
      beratt*|avsloj*|fortael*|fortell*|svar*|du ar|du er|duvern*|interni|nerik*|neprozra*|jsi`,
    orders: 'nooit|altijd|wees|gebruik|aldrig|alltid|altid|nikdy|vzdy',
    manner: '',
  },
}

/** Words that forbid or restrict, and the plain words of secrecy. */
export const limits = `not|no|never|none|nothing|neither|nor|don't|doesn't|isn't|aren't|can't|won't|
  cannot|mustn't|shouldn't|without|only|just|solely|strictly|except|unless|until|secret|confidential|
  nicht|nichts|nie|niemals|kein*|ohne|nur|ausschliesslich|ausser|solange|erst|geheim|vertraulich|
  nunca|jamas|nada|ningun*|solo|salvo|excepto|ni|secreto|ne|pas|jamais|rien|aucun*|seul*|sauf|sans|
  nao|nenhum*|somente|apenas|segredo|non|niente|nulla|soltanto|tranne|senza|segreto|nie|nigdy|nic|
  zadn*|tylko|tajemnicy|asla|hicbir|sadece|yalnizca|gizli|niet|geen|inte`
export const limitParts = 'لا |سري|فقط|不|别|勿|保密|秘密|ない|禁止|秘密'

/** Those to whom something is not told, or only under a condition. */
export const people = `guest*|visitor*|user|users|customer*|client*|patient*|member*|resident*|
  public|outsider*|stranger*|gast|gaste*|kunde*|besucher*|dritte*|offentlich*|huesped*|visitante*|
  publico|hotes|visiteur*|hospede*|ospit*|visitator*|gosc*|klien*|misafir*|musteri*|ziyaretci*`

export const peopleParts = 'お客様|客人|顾客|ضيوف|زبائن|زوار'

/** Words for what opens something. */
export const codes = `*code|*codes|*passwor*|*kennwort*|passphrase|pin|pins|*kombination*|keyword*|
  combination*|login*|promo*|losung*|*wort|zugang*|codigo*|clave*|contrasena*|combinacion*|codice|
  mot de passe|combinaison|senha*|palavra passe|codici|combinazione|kod|kodu|kody|haslo|hasla|
  haslem|szyfr*|sifre*|parola*`
export const codeParts = 'رمز|كلمه|密码|口令|暗号|号码|パスワード|暗証|合言葉|コード|番号'

/** Words that point to more than one sentence. */
export const pointers = `this|these|those|above|below|following|everything|dies*|das ist|das bleibt|
  das darf|das soll*|das muss*|das geht|das alles|davon|daruber|alles|folgend*|oben|esto|eso|estos|
  siguiente*|cela|ca|ceci|suivant*|isso|isto|seguinte*|questo|questi|seguent*|tego|tym|nastepuj*|
  bunu|bunlar*|bundan`
export const pointerParts = 'هذا|هذه|ذلك|التالي|ما يلي|这|此|以下|如下|上述|これ|それ|この|上記'

/** Words that may come before an instruction. */
export const openers = 'and|but|so|also|please|then|und|aber|auch|bitte|dann|y|et|e|ma|mas|lutfen'

/** The beginning of a sentence that has no meaning without the one before it. */
export const pronouns =
  /^(?:(?:it|its|it's|they|their|he|she|his|her|es|er|il est|elle est|ele|ela)\b|它|وهو|وهي)/iu

/** Words for the assistant: what it does is not a secret. */
export const assistantAddressed = "you|you're|du|dich|dir|eres|tu|tus|voce|sei|jestes|sen|senin"

/** The visitor is addressed, not the assistant. */
export const visitorAddressed =
  /\b(?:if|when|once|while|before|after|until|where|wenn|falls|sobald|bevor) (?:you|du)\b|\b(?:you|du) (?:can|will|need|get|find|pay|reach|kannst|findest|brauchst|bekommst|zahlst)\b|\b(?:kannst|findest|brauchst|bekommst) du\b|\b(?:get|give|cost|bring|earn|take)s? you\b|\byou are (?:welcome|invited|free)\b/g

/** The beginning of a sentence that introduces the assistant. */
export const introduction =
  /^\W{0,9}(?:(?:you are(?! (?:welcome|invited|free))|you're|you (?:help|assist|represent|work|answer questions|speak for)|du (?:bist|hilfst|arbeitest|beantwortest fragen|sprichst fur)|sie sind ein|eres|tu es|vous etes|voce e|sei|jestes|sen) |انت |[你您]是|あなたは)(?:.{0,80}(?:assistant|chatbot|bot|assistent\w{0,2}|asistente|asystent\w{0,3}|asistan\w{0,6}|مساعد|助手|アシスタント|案内係))?/
