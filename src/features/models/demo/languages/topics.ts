/**
 * Frequent subjects of questions in eleven languages: "When do you open?" finds "Öffnungszeiten: 9
 * bis 18 Uhr". Folded; the first text lists whole words, the second parts of words.
 */
export const topics: Record<string, [words: string, parts: string]> = {
  hours: [
    `open|opens|opened|opening|close|closes|closed|closing|hours|offnungszeit\\w*|
    geoffnet|offen|offnet|schliesst|schliessen|geschlossen|horarios?|abiert[oa]s?|abren?|abrir|
    cierran?|cerrad[oa]s?|horaires?|ouvert\\w*|ouvr\\w*|ferme\\w*|abert[oa]s?|abrem?|fecham?|
    fechad[oa]s?|orari\\w*|apert[oaie]|apertura|apre|aprite|chius[oaie]|chiusura|chiude\\w*|
    godzin\\w*|otwart\\w*|otwier\\w*|zamkni\\w*|zamyka\\w*|weekends?|(?:mon|tues|wednes|thurs|fri|
    satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|heute|lunes|martes|
    miercoles|jueves|viernes|sabados?|domingos?|hoy|lundi|mardi|mercredi|jeudi|vendredi|samedi|
    dimanche|acik|acil\\w*|kapan\\w*|kapali|saatler\\w*`,
    '营业|开门|关门|开放|営業|開店|閉店|開館|閉館|定休|ساعات|مفتوح|[يت]فتح|[يت]غلق|مغلق|دوام',
  ],
  price: [
    `price|prices|priced|cost|costs|how much|fees?|charge|charges|preis\\w*|kostet|
    kosten|wie viel|gebuhr\\w*|precios?|cuesta\\w*|cuanto vale|tarifas?|prix|coute\\w*|combien|
    tarifs?|precos?|custam?|quanto|prezz[oi]|costa|costano|cen[ay]|cennik\\w*|kosztuj\\w*|
    fiyat\\w*|ne kadar|ucret\\w*|\\d+ ?(?:eur|euro|euros|usd|chf|gbp|zl|tl|dollars?)|eur|euro`,
    '[€$£¥₺]|价格|多少钱|费用|价钱|料金|値段|いくら|円|سعر|اسعار|كم (?:ال)?سعر|تكلف|بكم',
  ],
  wifi: ['wi-?fi|w-?lan|wireless|internet|internetu', '无线|上网|网络|ワイファイ|واي ?فاي|انترنت'],
  password: [
    `password\\w*|passwort\\w*|kennwort|passcode|contrasenas?|mot de passe|senha|haslo|
    hasla|sifre\\w*|parola`,
    '密码|パスワード|كلمه (?:ال)?(?:مرور|سر)',
  ],
  breakfast: [
    `breakfast\\w*|fruhstuck\\w*|desayun\\w*|petits?[- ]dejeuners?|
    pequenos?[- ]almocos?|cafe da manha|colazion[ei]|sniadani\\w*|kahvalti\\w*`,
    '早餐|早饭|朝食|モーニング|فطور|افطار',
  ],
  lunch: [
    'lunch\\w*|mittag\\w*|almuerzo\\w*|almoco\\w*|pranz[oi]|obiad\\w*|ogle yeme\\w*',
    '午餐|午饭|昼食|ランチ|غداء',
  ],
  dinner: [
    'dinner\\w*|supper|abendessen\\w*|cenas?|diners?|jantar\\w*|kolacj\\w*|aksam yeme\\w*',
    '晚餐|晚饭|夕食|ディナー|عشاء',
  ],
  parking: [
    `park|parking\\w*|parken|parkplatz\\w*|parkplatze\\w*|parkhaus\\w*|tiefgarage\\w*|
    car park|garage|aparca\\w*|estaciona\\w*|stationne\\w*|garer|parchegg\\w*|parkow\\w*|
    otopark\\w*`,
    '停车|駐車|パーキング|موقف|مواقف',
  ],
  place: [
    `address|located|location|directions|where are you|where is it|takes? place|venue|
    get there|find you|adresse\\w*|anschrift|anfahrt\\w*|wo (?:seid|sind|liegt)|direccion|
    ubica\\w*|donde esta\\w*|ou etes|ou se trouve|situe\\w*|endereco|morada|onde fica|indirizzo|
    dove siete|dove si trova|adres\\w*|gdzie jest\\w*|neredesiniz|konum\\w*|street|strasse|calle|
    rue|ulica|ul`,
    '地址|在哪|位置|住所|場所|アクセス|عنوان|[اأ]ين تقع|موقعكم',
  ],
  contact: [
    `phone|telephone|call|contact|e-?mail|reach you|telefon\\w*|tel|anruf\\w*|anrufen|
    kontakt\\w*|erreich\\w*|llamar|contact\\w*|correo|appeler|joindre|ligar|contato|contatt\\w*|
    chiamare|zadzwoni\\w*|iletisim`,
    '电话|联系|電話|連絡|هاتف|اتصال|تواصل',
  ],
  pets: [
    `pets?|dogs?|cats?|hund|hunde\\w*|haustier\\w*|katzen?|mascotas?|perr[oa]s?|gatos?|
    animaux|chiens?|animais|cachorros?|caes|animali|cane|cani|zwierz\\w*|pies|psa|psem|psy|
    evcil\\w*|kopek\\w*`,
    '宠物|狗|ペット|犬|كلب|كلاب|حيوان',
  ],
  arrival: [
    `check[- ]?in|einchecken|anreise\\w*|arrival\\w*|arrive|llegada|arrivee|chegada|
    arrivo|zameldowa\\w*|przyjazd\\w*|giris\\w*`,
    '入住|チェックイン|تسجيل (?:ال)?(?:وصول|دخول)',
  ],
  departure: [
    `check[- ]?out|auschecken|abreise\\w*|departure\\w*|salida|depart|saida|partenza|
    wymeldowa\\w*|wyjazd\\w*|cikis\\w*`,
    '退房|チェックアウト|(?:ال)?مغادره|تسجيل (?:ال)?خروج',
  ],
  menu: [
    'menus?|speisekarte|speisen|la carta|la carte|cardapio|ementa|karta dan|menus[uy]',
    '菜单|メニュー|قائمه (?:ال)?طعام',
  ],
  vegan: [
    'vegan\\w*|vegetari\\w*|veggie|vegetal\\w*|wegan\\w*|wegetari\\w*|vejetar\\w*',
    '素食|纯素|ベジタリアン|ヴィーガン|ビーガン|نباتي',
  ],
  allergy: ['allerg\\w*|gluten\\w*|glutin\\w*|alerg\\w*|alerj\\w*', '过敏|アレルギー|حساسيه'],
  toilet: [
    `toilet\\w*|restrooms?|bathrooms?|washrooms?|wc|klo|banos?|aseos?|banheiros?|
    casa de banho|bagn[oi]|toalet\\w*|lazienk\\w*|tuvalet\\w*`,
    '厕所|洗手间|卫生间|トイレ|お手洗い|مرحاض|دوره (?:ال)?مياه|حمام',
  ],
  pool: [
    'pools?|poolbereich|swim\\w*|schwimm\\w*|piscin\\w*|basen\\w*|havuz\\w*',
    '泳池|游泳|プール|مسبح',
  ],
  payment: [
    `pay|paying|payments?|cards?|cash|credit|zahl\\w*|bezahl\\w*|ec-?karte\\w*|
    kreditkarte\\w*|bargeld|pagar|pago|pagos|pagamento\\w*|pagamenti|pagare|tarjetas?|efectivo|
    payer|paiement\\w*|carte bancaire|especes|cartao|cartoes|dinheiro|carta di credito|
    carte di credito|contanti|placi\\w*|platnos\\w*|gotowk\\w*|karta|karty|kartami|odeme\\w*|
    nakit|kredi kart\\w*`,
    '支付|付款|刷卡|现金|信用卡|支払|カード|現金|دفع|بطاق|نقدا',
  ],
  booking: [
    `book|booking\\w*|booked|reserv\\w*|buchen|buchung\\w*|prenot\\w*|rezerw\\w*|rezerv\\w*`,
    '预订|预约|予約|حجز',
  ],
  children: [
    `child|children|kids?|bab(?:y|ies)|kinder\\w*|nin[oa]s?|enfants?|criancas?|
    bambin[oi]|dzieci\\w*|cocuk\\w*`,
    '儿童|孩子|小孩|子供|子ども|طفل|اطفال',
  ],
  access: [
    `wheelchairs?|accessib\\w*|barrierefrei\\w*|rollstuhl\\w*|silla de ruedas|
    accesib\\w*|fauteuil\\w*|acessib\\w*|cadeira de rodas|sedia a rotelle|wozk\\w*|
    niepelnospr\\w*|tekerlekli|engelli`,
    '轮椅|无障碍|車椅子|バリアフリー|كرسي متحرك',
  ],
  ticket: [
    `tickets?|admission|eintritt\\w*|entradas?|billets?|ingress[oi]s?|bilhetes?|
    bigliett\\w*|bilet\\w*`,
    '门票|票价|チケット|入場|تذاكر|تذكره',
  ],
  smoking: [
    'smok\\w*|rauch\\w*|fumar|fumer|fumeurs?|fumare|fumo|palic|palenie|palenia|sigara\\w*',
    '吸烟|抽烟|喫煙|禁煙|タバコ|تدخين',
  ],
}
