/**
 * Frequent subjects of questions in eleven languages: "When do you open?" finds "Öffnungszeiten: 9
 * bis 18 Uhr". Folded; the first text lists whole words, with `*` for any ending, the second
 * parts of words.
 */
export const topics: Record<string, [words: string, parts: string]> = {
  hours: [
    `open|opens|opened|opening|close|closes|closed|closing|hours|offnungszeit*|
    geoffnet|offen|offnet|schliesst|schliessen|geschlossen|horarios?|abiert[oa]s?|abren?|abrir|
    cierran?|cerrad[oa]s?|horaires?|ouvert*|ouvr*|ferme*|abert[oa]s?|abrem?|fecham?|
    fechad[oa]s?|orari*|apert[oaie]|apertura|apre|aprite|chius[oaie]|chiusura|chiude*|
    godzin*|otwart*|otwier*|zamkni*|zamyka*|weekends?|(?:mon|tues|wednes|thurs|fri|
    satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|heute|lunes|martes|
    miercoles|jueves|viernes|sabados?|domingos?|hoy|lundi|mardi|mercredi|jeudi|vendredi|samedi|
    dimanche|acik|acil*|kapan*|kapali|saatler*`,
    '营业|开门|关门|开放|営業|開店|閉店|開館|閉館|定休|ساعات|مفتوح|[يت]فتح|[يت]غلق|مغلق|دوام',
  ],
  price: [
    `price|prices|priced|cost|costs|how much|fees?|charge|charges|preis*|kostet|
    kosten|wie viel|gebuhr*|precios?|cuesta*|cuanto vale|tarifas?|prix|coute*|combien|
    tarifs?|precos?|custam?|quanto|prezz[oi]|costa|costano|cen[ay]|cennik*|kosztuj*|
    fiyat*|ne kadar|ucret*|\\d{1,9} ?(?:eur|euro|euros|usd|chf|gbp|zl|tl|dollars?)|eur|euro`,
    '[€$£¥₺]|价格|多少钱|费用|价钱|料金|値段|いくら|円|سعر|اسعار|كم (?:ال)?سعر|تكلف|بكم',
  ],
  wifi: ['wi-?fi|w-?lan|wireless|internet|internetu', '无线|上网|网络|ワイファイ|واي ?فاي|انترنت'],
  password: [
    `password*|passwort*|kennwort|passcode|contrasenas?|mot de passe|senha|haslo|
    hasla|sifre*|parola`,
    '密码|パスワード|كلمه (?:ال)?(?:مرور|سر)',
  ],
  breakfast: [
    `breakfast*|fruhstuck*|desayun*|petits?[- ]dejeuners?|
    pequenos?[- ]almocos?|cafe da manha|colazion[ei]|sniadani*|kahvalti*`,
    '早餐|早饭|朝食|モーニング|فطور|افطار',
  ],
  lunch: [
    'lunch*|mittag*|almuerzo*|almoco*|pranz[oi]|obiad*|ogle yeme*',
    '午餐|午饭|昼食|ランチ|غداء',
  ],
  dinner: [
    'dinner*|supper|abendessen*|cenas?|diners?|jantar*|kolacj*|aksam yeme*',
    '晚餐|晚饭|夕食|ディナー|عشاء',
  ],
  parking: [
    `park|parking*|parken|parkplatz*|parkplatze*|parkhaus*|tiefgarage*|
    car park|garage|aparca*|estaciona*|stationne*|garer|parchegg*|parkow*|
    otopark*`,
    '停车|駐車|パーキング|موقف|مواقف',
  ],
  place: [
    `address|located|location|directions|where are you|where is it|takes? place|venue|
    get there|find you|adresse*|anschrift|anfahrt*|wo (?:seid|sind|liegt)|direccion|
    ubica*|donde esta*|ou etes|ou se trouve|situe*|endereco|morada|onde fica|indirizzo|
    dove siete|dove si trova|adres*|gdzie jest*|neredesiniz|konum*|street|strasse|calle|
    rue|ulica|ul`,
    '地址|在哪|位置|住所|場所|アクセス|عنوان|[اأ]ين تقع|موقعكم',
  ],
  contact: [
    `phone|telephone|call|contact|e-?mail|reach you|telefon*|tel|anruf*|anrufen|
    kontakt*|erreich*|llamar|contact*|correo|appeler|joindre|ligar|contato|contatt*|
    chiamare|zadzwoni*|iletisim`,
    '电话|联系|電話|連絡|هاتف|اتصال|تواصل',
  ],
  pets: [
    `pets?|dogs?|cats?|hund|hunde*|haustier*|katzen?|mascotas?|perr[oa]s?|gatos?|
    animaux|chiens?|animais|cachorros?|caes|animali|cane|cani|zwierz*|pies|psa|psem|psy|
    evcil*|kopek*`,
    '宠物|狗|ペット|犬|كلب|كلاب|حيوان',
  ],
  arrival: [
    `check[- ]?in|einchecken|anreise*|arrival*|arrive|llegada|arrivee|chegada|
    arrivo|zameldowa*|przyjazd*|giris*`,
    '入住|チェックイン|تسجيل (?:ال)?(?:وصول|دخول)',
  ],
  departure: [
    `check[- ]?out|auschecken|abreise*|departure*|salida|depart|saida|partenza|
    wymeldowa*|wyjazd*|cikis*`,
    '退房|チェックアウト|(?:ال)?مغادره|تسجيل (?:ال)?خروج',
  ],
  menu: [
    'menus?|speisekarte|speisen|la carta|la carte|cardapio|ementa|karta dan|menus[uy]',
    '菜单|メニュー|قائمه (?:ال)?طعام',
  ],
  vegan: [
    'vegan*|vegetari*|veggie|vegetal*|wegan*|wegetari*|vejetar*',
    '素食|纯素|ベジタリアン|ヴィーガン|ビーガン|نباتي',
  ],
  allergy: ['allerg*|gluten*|glutin*|alerg*|alerj*', '过敏|アレルギー|حساسيه'],
  toilet: [
    `toilet*|restrooms?|bathrooms?|washrooms?|wc|klo|banos?|aseos?|banheiros?|
    casa de banho|bagn[oi]|toalet*|lazienk*|tuvalet*`,
    '厕所|洗手间|卫生间|トイレ|お手洗い|مرحاض|دوره (?:ال)?مياه|حمام',
  ],
  pool: ['pools?|poolbereich|swim*|schwimm*|piscin*|basen*|havuz*', '泳池|游泳|プール|مسبح'],
  payment: [
    `pay|paying|payments?|cards?|cash|credit|zahl*|bezahl*|ec-?karte*|
    kreditkarte*|bargeld|pagar|pago|pagos|pagamento*|pagamenti|pagare|tarjetas?|efectivo|
    payer|paiement*|carte bancaire|especes|cartao|cartoes|dinheiro|carta di credito|
    carte di credito|contanti|placi*|platnos*|gotowk*|karta|karty|kartami|odeme*|
    nakit|kredi kart*`,
    '支付|付款|刷卡|现金|信用卡|支払|カード|現金|دفع|بطاق|نقدا',
  ],
  booking: [
    `book|booking*|booked|reserv*|buchen|buchung*|prenot*|rezerw*|rezerv*`,
    '预订|预约|予約|حجز',
  ],
  children: [
    `child|children|kids?|bab(?:y|ies)|kinder*|nin[oa]s?|enfants?|criancas?|
    bambin[oi]|dzieci*|cocuk*`,
    '儿童|孩子|小孩|子供|子ども|طفل|اطفال',
  ],
  access: [
    `wheelchairs?|accessib*|barrierefrei*|rollstuhl*|silla de ruedas|
    accesib*|fauteuil*|acessib*|cadeira de rodas|sedia a rotelle|wozk*|
    niepelnospr*|tekerlekli|engelli`,
    '轮椅|无障碍|車椅子|バリアフリー|كرسي متحرك',
  ],
  ticket: [
    `tickets?|admission|eintritt*|entradas?|billets?|ingress[oi]s?|bilhetes?|
    bigliett*|bilet*`,
    '门票|票价|チケット|入場|تذاكر|تذكره',
  ],
  smoking: [
    'smok*|rauch*|fumar|fumer|fumeurs?|fumare|fumo|palic|palenie|palenia|sigara*',
    '吸烟|抽烟|喫煙|禁煙|タバコ|تدخين',
  ],
}
