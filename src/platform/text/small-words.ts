import type { ScanLanguage } from '#contract/languages.ts'

/** Words that do not name a subject. They also distinguish the languages. */
export const smallWords: Record<ScanLanguage, string> = {
  en: `a an the and or but if of to in on at by for from with without about into is are was were be
    been am do does did have has had having can could may might must shall should will would i me my
    we us our you your he him his she her it its they them their this that these those there here
    what which who whom whose when where why how not no yes any some so as than then too very just
    also please hi hello hey thanks thank good bye tell know want need like get give let show say
    there's what's i'm i'd don t s m re ve ll d hers is possible really still up out anything
    something everything morning afternoon evening see later okay ok well much many long far time
    times allowed permitted available bring use find take go come happen happens got exactly today own owns`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber wenn dass ob als wie
    wo wann warum wer wen wem was welche welchem welchen welcher welches ist sind war waren sein bin bist hat haben
    habe hatte kann konnen konnte darf durfen muss mussen soll sollen will wollen wird werden wurde
    ich mich mir mein meine wir uns unser unsere du dich dir dein deine sie ihr ihre ihnen er es ihn
    man nicht kein keine keinen ja nein auch noch nur schon sehr so zu zum zur im in am an auf aus
    bei mit nach seit von vom vor fur uber um unter durch gegen ohne bis hier da dort dann denn doch
    mal bitte hallo guten tag morgen abend danke vielen dank tschuss gibt gibts es geht mochte gerne
    gern etwas etwa einfach sagen wissen viel viele lange euch euer eure habt hast uhr uhrzeit zeit
    erlaubt gestattet steht lautet heisst rein finde findet finden machen bekomme kommen komme
    statt dabei alle allen aller alles`,
  es: `el la los las un una unos unas y o pero si de del al a en con por para sin sobre es son era
    ser estar esta estan este esto estos estas ese esa eso hay tiene tienen tener tengo puede pueden
    puedo se me mi mis te tu tus su sus lo le les nos nosotros yo ella ellos usted ustedes que
    cual cuales quien cuando donde como cuanto cuanta cuantos no muy mas tambien ya hola gracias
    buenos dias buenas tardes noches favor quiero quisiera saber algo alguna alguno algun hasta
    desde adios hora horas hacer permitido permite permiten llevar`,
  fr: `le la les un une des du de d l au aux et ou mais si en dans sur avec sans pour par est sont
    etait etre suis es etes ai as a avez avons ont avoir je me moi mon ma mes tu te ton ta tes
    il elle on nous vous notre nos votre vos ils elles leur leurs ce cet cette ces c qu que qui quoi
    quel quelle quels quelles quand comment pourquoi combien ne pas plus tres aussi y bonjour
    bonsoir salut merci plait peux peut pouvez puis est-ce voudrais savoir avez-vous jusqu jusque
    heure heures venir faire autorise permis trouve trouver passe passent t`,
  pt: `o a os as um uma uns umas e ou mas se de do da dos das no na nos nas em com por para pelo
    pela sem sobre que quem qual quais quando onde como quanto quanta quantos ser sou sao era estar
    esta estao tem tenho ter ha pode posso podem eu me meu minha voce voces nos nosso ele ela eles
    isso isto este esse essa nao sim muito mais tambem ja ola oi obrigado obrigada bom dia boa
    tarde noite favor quero gostaria saber ate desde algum alguma hora horas fazer permitido`,
  it: `il lo la i gli le un uno una l di del dello della dei degli delle a al alla ai alle da dal
    dalla in nel nella con su sul sulla per tra fra e o ma se che chi cosa quale quali quando dove
    come quanto quanta quanti perche e' sono sei siamo siete era essere ho hai ha abbiamo avete
    hanno io mi mio mia tu ti tuo noi ci nostro voi vi vostro lui lei loro si questo questa questi
    quello non piu molto anche gia ciao buongiorno buonasera salve grazie prego favore posso puo
    potete vorrei sapere c'e ce fino qualche ora ore fare permesso`,
  pl: `i a oraz lub albo ale czy jesli w we na do z ze od po przy przez dla bez o u za jest sa byl
    byc jestem ma macie mam maja moge mozna moze ja mnie mi moj moja my nas nasz ty wy was wasz pan
    pani panstwo on ona ono oni to ten ta te tego tej co kto ktory ktora ktore kiedy gdzie jak ile
    dlaczego nie tak tez juz bardzo sie czesc dzien dobry wieczor dziekuje prosze chce chcialbym
    chcialabym wiedziec jaki jaka jakie wolno ktorej
    jestes kim`,
  tr: `ve veya ile ama icin bir bu su o da de mi mu mudur midir var yok ne nedir neler nasil nerede
    nereye zaman kim hangi kac kadar ben beni benim bana biz bizim sen senin siz sizin size onlar ki
    daha cok en gibi olarak olan olur misiniz misin merhaba selam tesekkur tesekkurler ederim lutfen
    istiyorum evet hayir gunaydin iyi gunler aksamlar saat kacta`,
  ar: `في من على الى عن مع هل ما ماذا متى اين كيف كم هو هي هم انا انت نحن هذا هذه ذلك التي الذي ان
    او و لا نعم يوجد لديكم عندكم لدي هناك كان يكون يمكن يمكنني اريد مرحبا شكرا اهلا من فضلك السلام
    عليكم صباح مساء الخير لو سمحت بعد قبل حتى كل الساعه وقت موعد`,
  zh: `请问 什么 什么时候 时候 时 候 怎么样 怎么 哪里 哪儿 多少 有没有 是否 可以 能不能 能否 能 可 以 开始 结束
    提供 需要 想要 想 要 知道 告诉 你们 我们 您们 几点 几 点 吗 呢 吧 的 了 是 在 有 我 你 您 和 与 及 或 到 从
    这 那 们 请 问 没有 没`,
  ja: `何時 何 時 教 下 願`,
}
