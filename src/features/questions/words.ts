import { foldWords } from '../../platform/text/words.ts'

/** Splits a list that is written as one line. */
const list = (text: string): string[] => foldWords(text).trim().split(/\s+/)

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
