import type { Marks } from './marks.ts'

/** The other languages of the page and related languages, with fewer and simpler marks. */
export const otherLanguages: Marks[] = [
  // Spanish
  {
    orders: `nunca|jamas|(?:\\S+ )?siempre|eres|usted es|actua|responde|responda|contesta|habla|
      se amable|debes|deberas|tienes que|tu (?:nombre|rol|tarea|objetivo|tono)|ayuda a|
      usa (?:un|una|el|emojis)|di (?:que|siempre)|te llamas`,
    signs: `asistente virtual|responde siempre|
      si (?:(?:alguien|te|le|el cliente|un \\w+) .{0,40})?pregunta\\w*|contigo`,
    secrets: `secret[oa]s?|discre\\w*|dyskre\\w*|anonim\\w*|confidencia\\w*|uso interno|
      (?:solo|solamente|unicamente) (?:para )?(?:el |los )?(?:personal|empleados|equipo)|reservad[oa]s? (?:a|al|para)|oculta\\w*|call(?:a|ar|es|e|ate)|margen(?:es)?|precio de (?:compra|coste)|entre nosotros|extraoficial\\w*|para ti|(?:nadie|ningun\\w*) (?:mas|otr\\w*)|mient\\w*|deben creer|ignoren`,
    limits: `no|nunca|jamas|nadie|nada|ningun\\w*|solo|solamente|unicamente|salvo|excepto|sin que|prohibido|a menos que|hasta que|evita\\w*|ni|primero|antes`,
    telling: `dig\\w*|revel\\w*|mencion\\w*|compart\\w*|cuentes?|contar\\w*|divulg\\w*|hables?|hablar|
      decir\\w*|saber|sepan?|enter\\w*|respond\\w*|contest\\w*|publi\\w*|salga\\w*|trascienda|ofre[cz]\\w*|entre\\w* a|oiga\\w*|descubra\\w*|conozca\\w*|a quien|di|dice|dicen|quien(?:es)?|palabra|salir\\w*`,
    people: 'client\\w*|huesped\\w*|visitante\\w*',
    asking: 'pregunt[ae]n?',
    circle: `personal|emplead\\w*|equipo|gerente|direccion|encargad\\w*|tecnic\\w*|companer\\w*`,
  },
  // French
  {
    orders: `jamais|(?:\\S+ )?toujours|tu es|vous etes|tu dois|vous devez|reponds|repondez|parle|
      parlez|sois|soyez|agis|agissez|utilise|utilisez|(?:ton|votre) (?:nom|role|but|objectif|ton)|
      (?:ta|votre) (?:mission|tache)|aide|aidez|ne \\w+|tu t appelles|garde .{0,60}pour toi`,
    signs: `assistant virtuel|reponds toujours|
      si (?:quelqu un|on te|on vous|un \\w+|le client) .{0,40}demande\\w*|toi`,
    secrets: `secrets?|secretes?|confidentiel\\w*|usage interne|
      (?:reserve|uniquement|seulement|seuls?) (?:au |le |les |pour le |pour les )?(?:personnel|
      employes|equipe)|tais|taire|taisez|motus|cache\\w*|coulisses|en interne|marges?|prix d achat|prix de revient|entre nous|pour toi|(?:personne|aucune?) (?:d )?autre|eux seuls|lui seul|elle seule|doivent croire|on ne .{0,20}dit pas|ignorent`,
    limits: `ne|n|jamais|personne|aucune?s?|rien|pas|seul\\w*|seulement|uniquement|sauf|sans|tant que|a moins|interdit\\w*|evite\\w*|que si|ni|d abord|inutile`,
    telling: `dis|dites|dire|revele\\w*|mentionne\\w*|partage\\w*|donne\\w*|divulgue\\w*|communique\\w*|
      parle\\w*|repond\\w*|publi\\w*|savoir|sachent?|apprennent|connaitre|connait|sait|entend\\w*|apprenn?e?\\w*|decouvr\\w*|remis\\w*|destin\\w*|devant|mot|crier`,
    people: 'client\\w*|hotes?|visiteu\\w*|residents?',
    asking: 'demande\\w*',
    circle: `personnel|employes?|equipe|directeur|direction|gerant|techniciens?|livreurs?|collegues?`,
  },
  // Portuguese
  {
    orders: `nunca|(?:\\S+ )?sempre|voce e|voce deve|aja|atue|fale|seja|seu (?:nome|papel|tom|
      objetivo)|sua (?:tarefa|funcao|missao)`,
    signs: `assistente virtual|se (?:alguem|um \\w+|o cliente) .{0,40}pergunt\\w*`,
    secrets: `segredos?|secret[oa]s?|sigilos?\\w*|confidencia\\w*|uso interno|
      (?:so|apenas|somente) (?:para )?(?:os? |a )?(?:funcionarios|equipe|pessoal)|reservad[oa]s? (?:a|ao|aos|para)|ocult\\w*|cal[ae]\\w* (?:se|te)|margem|margens|preco de custo|custo de compra|entre nos|para voce|ultrassecret\\w*|(?:ninguem|nenhum\\w*) (?:mais|outr\\w*)|fora d[ae] conversa|devem acreditar|ignorem`,
    limits: `nao|nunca|jamais|ninguem|nada|nenhum\\w*|so|somente|apenas|exceto|salvo|sem que|evite\\w*|evitar|proibid\\w*|a menos que|ate que|enquanto|nem|primeiro`,
    telling: `diga\\w*|revel\\w*|mencion\\w*|compartilh\\w*|partilh\\w*|divulg\\w*|fale|falar|conte|contes|
      contar|respond\\w*|publi\\w*|saber|saib\\w*|descubr\\w*|saiam?|sabem?|souber\\w*|ouvi\\w*|descobr\\w*|pedir|conhec\\w*|tornar|quem|diz\\w*|palavra`,
    people: 'client\\w*|hospede\\w*|visitante\\w*',
    asking: 'pergunt[ae]\\w*',
    circle: `funcionari\\w*|equipa|equipe|pessoal|gerente|direcao|tecnic\\w*|colegas?`,
  },
  // Italian
  {
    orders: `sempre|sei|ti chiami|lei e|devi|deve rispondere|rispondi|rispondete|parla|sii|agisci|
      (?:il )?tuo (?:nome|ruolo|compito|tono)`,
    signs: `assistente virtuale|se (?:qualcuno|un \\w+|ti|il cliente) .{0,40}(?:chied|domand)\\w*`,
    secrets: `segret[oaie]|confidenzial\\w*|informazioni riservate|uso interno|
      riservat[oaie](?=(?: ,){0,9} {0,9}$)|
      (?:solo|soltanto|solamente) (?:per )?(?:il |i )?(?:personale|dipendenti)|nascond\\w*|nascost\\w*|taci\\w*|tacere|dietro le quinte|margin[ei]|prezzo d acquisto|prezzo di costo|tra noi|finta di|per te|(?:nessun\\w*) altr\\w*|devono credere|ignorin\\w*`,
    limits: `non|mai|nessuno|niente|nulla|solo|soltanto|solamente|unicamente|tranne|salvo|senza che|a meno che|finche|evita\\w*|vietat\\w*|ne|prima`,
    telling: `dir\\w*|rivel\\w*|menzion\\w*|condivid\\w*|divulg\\w*|svel\\w*|comunic\\w*|parlar\\w*|dare|
      rispond\\w*|pubblic\\w*|saper\\w*|sappia\\w*|scopr\\w*|sa|sanno|vede\\w*|veda\\w*|sent\\w*|conosc\\w*|svel\\w*|trapel\\w*|esca|chi|di che|parola`,
    people: 'client\\w*|ospit\\w*|visitator\\w*',
    asking: 'chied\\w*|domand\\w*',
    circle: `personale|dipendent\\w*|squadra|direttore|direzione|titolare|tecnic\\w*|collegh\\w*`,
  },
  // Polish
  {
    orders: `(?:\\S+ )?zawsze|nigdy|jestes|masz na imie|nazywasz sie|badz|odpowiadaj|odpowiedz|mow|
      uzywaj|pomagaj|twoj\\w* (?:rola|zadani\\w*|imie|cel)`,
    signs: `wirtualn\\w* asystent\\w*|jesli (?:ktos|gosc|klient) .{0,40}pyta\\w*|ciebie|tobie`,
    secrets: `tajn\\w*|tajemnic\\w*|poufn\\w*|sekret\\w*|wewnetrzn\\w*|
      tylko (?:dla )?(?:personel\\w*|pracowni\\w*)|ukry\\w*|milcz\\w*|przemilcz\\w*|marz[aey]|cen\\w* zakupu|miedzy nami|dla siebie|nieoficjal\\w*|nikt inny|nikomu innemu|maja wierzyc`,
    limits: `nie|nigdy|nikomu|nikt|nikogo|nic|zaden|zadn\\w*|tylko|wylacznie|jedynie|oprocz|poza|dopoki|bez|zabron\\w*|unikaj|ani|najpierw`,
    telling: `mow\\w*|zdradz\\w*|ujawni\\w*|podawa\\w*|wspomina\\w*|udostepnia\\w*|wiedz\\w*|dowiedz\\w*|
      dowiaduj\\w*|rozmawia\\w*|odpowiada\\w*|publik\\w*|slow\\w*|slysz\\w*|zna|znac|podaj\\w*|podawan\\w*|pokaz\\w*|oglasz\\w*|wyda\\w*|wie|kto|komu`,
    people: 'gosc\\w*|klien\\w*|zwiedzajac\\w*',
    asking: 'pyta\\w*|zapyta\\w*',
    circle: `personel\\w*|pracowni\\w*|zespol\\w*|kierowni\\w*|szef\\w*|obslug\\w*|technik\\w*|wlascicie\\w*`,
  },
  // Turkish
  {
    orders: `asla|hicbir zaman|her zaman|daima|sakin|sen|siz bir|konus|gorevin|rolun|adin`,
    signs: 'sanal asistan\\w*|sorarsa|soruldugunda|cevap ver\\w*|yanit ver\\w*|yanitla\\w*',
    secrets: `gizli\\w*|dahili|kimseye|soyle[nm]\\w*me\\w*|soyleme\\w*|cevaplama\\w*|yanitlama\\w*|paylasma\\w*|bahsetme\\w*|ifsa etme\\w*|
      (?:sadece|yalnizca) personel\\w*|paylasilmayacak|aciklanmayacak|ic kullanim\\w*|bilmeme\\w*|ogrenmeme\\w*|duymama\\w*|sakla\\w*|sir|sirri\\w*|aramizda|bunu aciklama|kar marj\\w*|alis fiyat\\w*|verme\\w*|gosterme\\w*|anlatma\\w*|baska kimse\\w*|baskasi\\w*|inanmali\\w*`,
    limits: `asla|hicbir|hicbir|sadece|yalnizca|disinda|haric|sakin|kimse\\w*|yasak\\w*|olmadan|kadar|once`,
    telling: `soyle\\w*|paylas\\w*|bahset\\w*|acikla\\w*|ver\\w*|bil\\w*|duy\\w*|ogren\\w*|goster\\w*|anlat\\w*|verilir|verilmez|de|deyin|soyle|laf`,
    people: 'misafir\\w*|musteri\\w*|ziyaretci\\w*',
    asking: 'sorar\\w*|sorul\\w*',
    circle: `personel\\w*|calisan\\w*|ekip\\w*|yonetici\\w*|mudur\\w*|patron\\w*`,
  },
  // Arabic
  {
    orders: 'انت|انتي|دورك|مهمتك|اسمك|اجب|رد|تحدث|كن|تصرف|ساعد|دائما|ابدا',
    signs: 'اذا سال\\S*|عندما يسال\\S*',
    secrets: `سري|سريه|سرا|سر|داخلي|داخليه|لنفسك|للموظفين|\\S*موظف\\S* فقط|فقط \\S*موظف\\S*|\\S*استخدام الداخلي|خاص ب\\S*|اكتم|اخف\\S*|كتمان|هامش|سعر الشراء|بيننا|لا احد غير\\S*|لغير\\S*`,
    limits: `لا|الا|ابدا|عدم|ولا|لن|لم|فقط|دون|غير|سوي|الا اذا|ما لم|اياك|ممنوع|يمنع|احذر|اولا`,
    telling: `(?:تقل|تكشف|تخبر|تذكر|تشارك|تفصح|تعط|كشف|ذكر|قول|يعرف|يعلم|مشارك|تتحدث|تجب|تنشر)\\S*|(?:\\S{0,3})(?:يعطي|تعطي|يقال|تقال|يذكر|يعرف|يعلم|يسمع|ينشر|يكشف|تعرف)\\S*|كلمه`,
    people: '\\S*ضيوف|\\S*زبائن|\\S*زوار|\\S*عملاء',
    asking: 'سال\\S*|يسال\\S*',
    circle: `\\S*موظف\\S*|\\S*عامل\\S*|\\S*فريق|\\S*مدير\\S*|\\S*طاقم|\\S*اداره`,
  },
  // Dutch
  {
    orders: 'nooit|altijd|je bent|jij bent|u bent|antwoord|spreek|wees|gebruik',
    secrets: `geheime?|vertrouwelijk\\w*|intern|onder ons|marge`,
    limits: `nooit|niet|geen|niemand|alleen|slechts|behalve|zonder|tot`,
    telling: `zeg\\w*|vertel\\w*|verraad\\w*|noem\\w*|deel\\w*|onthul\\w*|weten|weet|horen|hoort|bekend`,
    people: 'gasten|klanten|bezoekers',
    asking: 'vraagt',
    circle: `personeel|medewerkers?|team|collega\\w*`,
  },
  // Swedish, Danish, Norwegian
  {
    orders: 'aldrig|alltid|altid|du ar|du er|svara|svar|var vanlig',
    secrets: `hemlig\\w*|hemmelig\\w*|fortrolig\\w*|konfidentiel\\w*|internt?`,
    limits: `aldrig|inte|ikke|ingen|endast|bara|kun|utan|uden`,
    telling: `sag\\w*|beratt\\w*|avsloj\\w*|roj\\w*|del|dela|fortael\\w*|si|veta|vet|vide|ved|hora|hore`,
    people: 'gast\\w*|kund\\w*',
    asking: 'fragar|sporger',
    circle: `personal\\w*|personale\\w*|anstallda|ansatte`,
  },
  // Czech
  {
    orders: 'nikdy|vzdy|jsi|odpovidej|bud',
    secrets: `tajn\\w*|duvern\\w*|interni`,
    limits: `nikdy|nikomu|jen|pouze|nikdo|bez`,
    telling: `nerik\\w*|neprozra\\w*|nesdel\\w*|neuvad\\w*|vedet|vi|slyset`,
    people: 'host\\w*|zakazni\\w*',
    asking: 'pta',
    circle: `personal\\w*|zamestnan\\w*`,
  },
  // Russian and Ukrainian
  {
    orders: `никогда|всегда|ты|вы|отвечай\\S*|говори\\S*|будь\\S*|не \\S+|ніколи|завжди|ти|ви|
      відповідай\\S*`,
    secrets: `секрет\\S*|конфиденц\\S*|таемн\\S*|тайн\\S*|внутренн\\S*`,
    limits: `никогда|не|никому|ніколи|нікому|только|лишь|никто|кроме|без|запрещ\\S*`,
    telling: `(?:говори|сообща|раскрыва|рассказыва|называ|дели|выдава|кажи|розповіда)\\S*|(?:зна|слыша|узна)\\S*`,
    people: 'гост\\S*|клиент\\S*',
    asking: 'спрашива\\S*',
    circle: `персонал\\S*|сотрудник\\S*|команд\\S*`,
  },
]

/** Scripts without spaces between words: parts of words. */
export const parts = {
  signs: `你是|您是|你叫|你(?:必须|应该|应当|需要|要)|你的(?:名字|角色|任务|职责|语气)|扮演|回答|回复|不要|不得|切勿|绝不|永远不|从不|
    始终|务必|(?:如果|当)(?:有人|客人|用户|访客|顾客).{0,10}问|语气|助手|机器人|提示词|
    あなたは|君は|回答し|答えて|答える|返答|話して|決して|絶対に|口調|敬語|アシスタント|ボット|役割|
    (?:聞か|尋ねら|質問さ)れ|常に|あなたの(?:名前|役割|仕事)|당신은|너는|대답하|답변하|절대|항상`,
  secrets: `内密|(?:问起|问到).{0,6}说|(?:只能?|仅|只限|限于?)(?:给|供|对|让)|(?:以外|だけ|のみ)に(?:は|しか)?|(?:金庫|金库|保险[箱柜]|警报|警報|アラーム).{0,12}(?:番号|号码|密码|暗証|\\d)|其他人|他の人に|隐瞒|保守|不让|除了.{0,10}(?:谁|任何人|不)|谁也不|别告诉|进价|成本价|毛利|利润|不对外|不为人知|守口如瓶|知られない|
    耳に入ら|気づかれ|隠し|隠す|伏せて|内々|ここだけ|原価|利益率|見せない|渡さない|仕入れ値|保密|机密|绝密|不公开|極秘|他言|秘密|内部|透露|泄露|不(?:要|得|能|可)(?:说|告诉|提|讲|谈|回答|公布)|拒绝回答|别说|
    (?:仅供?|限|只有|只能?告诉)(?:员工|内部)|(?:请勿|不要|不得|切勿|禁止)(?:分享|提|外传|公开|告知)|
    (?:不能|不要|别)让.{0,8}知道|员工(?:专用|内部)|(?:スタッフ|従業員|社員)(?:専用|のみ|用)|内緒|機密|非公開|
    社外秘|(?:教え|言わ|明かさ|漏らさ|伝え|話さ|知らせ|公開し|触れ|共有し|答え)ない|知られ(?:て|る)|
    (?:スタッフ|従業員|社員)だけ|(?:共有|公開|口外)禁止|口外|社内(?:情報|のみ|用|限)|内部のみ|비밀|기밀|말하지`,
}

/** Words of prohibitions, besides the verbs, that do not name the subject. */
export const fillers = `do|must|should|under|any|circumstances|always|only|please|anyone|anybody|
  someone|everyone|else|to|with|about|guests?|visitors?|users?|customers?|patients?|people|public|
  staff|employees|private|keep|yourself|information|details?|ask\\w*|even|
  immer|nur|bitte|gasten?|besucher\\w*|kund\\w*|personal|mitarbeiter\\w*|behalte?|fur|dich|darfst|
  clientes?|huespedes|clients?|hospedes|ospiti|gosci\\w*|misafir\\w*|
  questions?|fragen|preguntas?|domande|perguntas?|pytania|clienti|aos?|ai|aux|para|pass|passed|
  bleib\\w*|das|guarda\\w*|manten\\w*|tien\\w*|tener\\w*|garde\\w*|gardez|personne|nessuno|
  nadie|ninguem|zachowaj\\w*|nikomu|tut|debe|deben|faut|il|en|aucun|informac\\w*|musteri\\w*|
  احد|احدا|لاحد|للضيوف|الضيوف|احتفظ|عن`

export const fillerParts = `请|这是|これは|不要|不得|不能|不可|切勿|绝不|永远|告诉|任何人|客人|说|提|決して|絶対に|誰にも|
  お客様に|でください|ください|こと`
