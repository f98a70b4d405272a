/** Splits a list that is written as one line. */
const list = (text: string): string[] => text.trim().split(/\s+/)

/**
 * Words that say nothing about the subject of a question: articles, pronouns, auxiliary verbs,
 * courtesy. In the languages of the visitor's page, folded.
 */
export const stopWords = new Set([
  ...list(`a an and any are as at be been but by can could did do does for from get got had has have
    hello hey hi i if in into is it its just know let like may me might my of on or our please shall
    should so some tell thank thanks that the their them then there these they this those to us want
    was we were what which who whom whose will with would you your yours about need possible`),
  ...list(`aber als also am an auch auf aus bei bin bitte da danke das dass dein dem den denn der des
    die dies diese dieser dieses du ein eine einem einen einer eines er es etwas euch euer fur gibt
    habe haben habt hallo hat hatte ich ihr ihre ihren im in ist ja kann kannst konnen konnt konnte
    man mein mich mir mit mochte moglich nach nicht noch oder schon sich sie sind so uber um und uns
    unser unsere vom von war was welche welcher welches wer werden wie wir wird zu zum zur`),
  ...list(`al algo algun con de del e el ella en es esta estan este gracias hay hola la las le les lo
    los me mi nos o para pero por puede puedo que quien se ser si son su sus te tengo tiene tienen
    tu un una usted y`),
  ...list(`au aux avec avez avoir bonjour c ce ces cette d dans de des du elle en est et etes il ils
    j je l la le les leur ma merci mes moi mon n ne nous on ou par pas peut peux pour puis qu que
    quel quelle quels qui s sa se ses son sont sur t te ton tu un une vos votre vous y`),
  ...list(`a ao aos as com da das de do dos e ela ele em esta estao eu ha isso mas me meu na nas no
    nos o obrigado ola os ou para pelo pode podem por posso qual que sao se sem seu sua tem tenho um
    uma voce`),
  ...list(`a al alla anche c che chi ci ciao col come con cosa da dal dei del della delle di e grazie
    ha hanno ho i il in io la le lei lo ma mi nel nella non per piu posso puo quale si sono su sul
    un una uno vi voi`),
  ...list(`a ale bardzo byc czy dla do dzien dobry i ile ja jak jaki jakie jest juz ma mam mi moge
    mozna na nie o od oraz po prosze przy sa sie ta tak te ten to u w we z za ze`),
  ...list(`acaba ama ben bir bu cok da de icin ile mi misiniz mu musunuz mı mısınız ne o olarak
    sey siz size tesekkurler var ve veya ya lutfen merhaba`),
  ...list(
    `في من على الى إلى عن هل ما ماذا هذا هذه هو هي أن ان يوجد لديكم لي مع أو او و يمكن يمكنني`,
  ),
  ...list(`的 了 吗 呢 是 有 在 我 你 您 们 请 请问 可以 能 这 那 这里 什么 和 吧 啊`),
  ...list(
    `の は が を に で と も か です ます ますか ください この その これ それ ありますか でき`,
  ),
])

/** Words that ask for the same kind of thing count as one word. */
const kinds: Record<string, string[]> = {
  when: list(`when time times hour hours oclock wann uhr uhrzeit zeit zeiten cuando hora horas horario
    quand heure heures horaire horaires quando horarios ore ora orario orari kiedy godzina godziny
    godzinach zaman saat saatte saatleri متى الساعة ساعة 几点 时间 时候 何时 いつ 何時 時間`),
  where:
    list(`where wo wohin wohnt donde adonde ou onde dove gdzie nerede nereye nerde أين اين 哪里 哪儿
    どこ`),
  price:
    list(`cost costs price prices much expensive fee fees kostet kosten preis preise teuer gebuhr
    wieviel viel cuanto cuesta precio precios cuestan combien coute prix tarif tarifs quanto custa
    preco precos costa prezzo prezzi kosztuje cena ceny ucret fiyat kac بكم كم سعر 多少钱 价格 いくら
    料金 値段`),
}

export const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, words]) => words.map((word) => [word, `?${kind}`])),
)
