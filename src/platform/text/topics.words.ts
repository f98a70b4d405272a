/**
 * Frequent subjects of questions in eleven languages: "When do you open?" finds "Öffnungszeiten: 9
 * bis 18 Uhr". The first text lists words: `*` stands for any ending, `_` for the space or hyphen in
 * a phrase. The second one has parts of words in Arabic, Chinese and Japanese.
 */
export const topics: Record<string, [words: string, parts: string]> = {
  hours: [
    `open opens opened opening close closes closed closing hours schedule offnungszeit* geoffnet offen
    offnet schliesst schliessen geschlossen horario horarios abierto abierta abiertos abre abren abrir
    cierra cierran cerrado cerrada horaire horaires ouvert* ouvr* ferme fermee fermeture aberto aberta
    abertos abrem fecha fecham fechado orari orario aperto aperta aperti apertura apre aprite chiuso
    chiusa chiusi chiusura chiude godzin* otwart* otwier* zamkni* zamyka* weekend weekends monday
    mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays
    sunday sundays montag montags dienstag dienstags mittwoch mittwochs donnerstag donnerstags freitag
    freitags samstag samstags sonntag sonntags heute lunes martes miercoles jueves viernes sabado
    sabados domingo domingos hoy lundi mardi mercredi jeudi vendredi samedi dimanche acik acil* kapan*
    kapali saatler*`,
    '营业|开门|关门|开放|星期|営業|開店|閉店|開館|閉館|定休|曜日|休み|開い|ساعات|مفتوح|[يت]فتح|[يت]غلق|مغلق|دوام',
  ],
  price: [
    `price prices priced cost costs how_much fee fees charge charges surcharge preis* kostet kosten
    wie_viel gebuhr* precio precios cuesta* cuanto_vale tarifa tarifas prix coute* combien tarif tarifs
    preco precos custa custam quanto prezzo prezzi costa costano cena ceny cennik* kosztuj* fiyat*
    ne_kadar ucret* eur euro euros usd dollars expensive teuer`,
    '[€$£¥₺]|价格|多少钱|费用|价钱|料金|値段|いくら|円|سعر|اسعار|كم (?:ال)?سعر|تكلف|بكم',
  ],
  wifi: [
    `wifi wi_fi wlan w_lan wireless internet internetu  get_online`,
    '无线|上网|网络|ワイファイ|واي ?فاي|انترنت',
  ],
  password: [
    `password* passwort* kennwort passcode contrasena* mot_de_passe senha haslo hasla sifre* parola`,
    '密码|パスワード|كلمه (?:ال)?(?:مرور|سر)',
  ],
  breakfast: [
    `breakfast* brunch fruhstuck* desayun* petit_dejeuner petits_dejeuners pequeno_almoco cafe_da_manha
    colazion* prima_colazione sniadani* kahvalti* in_the_morning  `,
    '早餐|早饭|朝食|モーニング|فطور|افطار',
  ],
  lunch: [
    `lunch*  midday_meal mittag* almuerzo* comida_del_mediodia almoco* pranzo pranzi obiad*
    ogle_yeme*`,
    '午餐|午饭|昼食|ランチ|غداء',
  ],
  dinner: [
    `dinner* supper evening_meal abendessen* cena cenas diner diners jantar* kolacj* aksam_yeme*`,
    '晚餐|晚饭|夕食|ディナー|عشاء',
  ],
  restaurant: [
    `restaurant* ristorante* restaurante* restauracj* restoran* gaststatte*`,
    '餐厅|饭店|レストラン|مطعم',
  ],
  parking: [
    `park parking* parken parkplatz* parkhaus* tiefgarage* car_park garage garages leave_my_car
    leave_the_car leave_our_car my_car our_car aparca* estaciona* coche stationne* garer voiture
    parchegg* macchina parkow* zaparkow* samochod* carro otopark* araba*`,
    '停车|駐車|パーキング|موقف|مواقف',
  ],
  charging: [
    `charging  charging_station* electric_car* ladestation* ladesaule* steckdose* socket sockets
    plug plugs  adapter* adapters outlet enchufe* prise prises tomada* presa_elettrica gniazd*
    priz`,
    '充电|插座|充電|コンセント|شحن',
  ],
  place: [
    `address located location directions where_are_you where_is_it take_place takes_place venue
    get_there get_here find_you adresse* anschrift anfahrt* wo_seid wo_sind wo_liegt direccion ubica*
    donde_esta donde_estan ou_etes ou_se_trouve situe* endereco morada onde_fica indirizzo dove_siete
    dove_si_trova adres* gdzie_jest neredesiniz konum* street strasse calle rue ulica ul`,
    '地址|在哪|位置|住所|場所|アクセス|عنوان|[اأ]ين تقع|موقعكم',
  ],
  contact: [
    `phone telephone call contact email e_mail reach_you telefon* tel anruf* kontakt* erreich* llamar
    contact* correo appeler joindre ligar contato contatt* chiamare zadzwoni* iletisim`,
    '电话|联系|電話|連絡|هاتف|اتصال|تواصل',
  ],
  pets: [
    `pet pets dog dogs cat cats puppy puppies kitten animals hund hunde* haustier* katze katzen
    mascota* perro perros perra gato gatos animaux chien chiens chat animais cachorro cachorros caes
    cao animali cane cani gatto zwierz* pies psa psem psy kot evcil* kopek*`,
    '宠物|狗|ペット|犬|كلب|كلاب|حيوان',
  ],
  arrival: [
    `check_in checkin einchecken anreise* arrival* arrive llegada arrivee chegada arrivo zameldowa*
    przyjazd* giris*   `,
    '入住|チェックイン|تسجيل (?:ال)?(?:وصول|دخول)',
  ],
  departure: [
    `check_out checkout auschecken abreise* departure* salida depart quitter_la_chambre saida partenza
    lasciare_la_camera dejar_la_habitacion wymeldowa* wyjazd* cikis*  leave_the_room
    vacate`,
    '退房|チェックアウト|(?:ال)?مغادره|تسجيل (?:ال)?خروج',
  ],
  cancel: [
    `cancel* refund* refundable     storn* ruckerstatt*
    anulaci* reembols* annul* rembours* rimbors* disdi* anulow* odwola* zwrot* iptal* iade*`,
    '取消|退款|キャンセル|返金|الغاء|استرداد',
  ],
  menu: [
    `menu menus speisekarte speisen la_carta la_carte cardapio ementa karta_dan menusu menuyu`,
    '菜单|メニュー|قائمه (?:ال)?طعام',
  ],
  vegan: [
    `vegan* vegetari* veggie plant_based   no_meat without_meat meatless vegetal*
    wegan* wegetari* vejetar* fleischlos*`,
    '素食|纯素|ベジタリアン|ヴィーガン|ビーガン|نباتي',
  ],
  allergy: [
    `allerg* intoleran* tolerate gluten* glutin* wheat celiac coeliac lactose alerg* alerj* unvertraglich*`,
    '过敏|アレルギー|حساسيه',
  ],
  dessert: [
    `dessert* sweet sweets nachtisch* nachspeise* postre* sobremesa* dolce dolci deser* tatli*`,
    '甜品|甜点|デザート|حلويات',
  ],
  drinks: [
    `drink drinks beverage* getrank* bebida* boisson* bevande bevanda napoj* icecek* alcohol alkohol*
    alcool booze liquor`,
    '饮料|飲み物|ドリンク|مشروبات',
  ],
  toilet: [
    `toilet* restroom restrooms bathroom bathrooms washroom wc klo bano banos aseo aseos banheiro*
    casa_de_banho bagno bagni toalet* lazienk* tuvalet*`,
    '厕所|洗手间|卫生间|トイレ|お手洗い|مرحاض|دوره (?:ال)?مياه|حمام',
  ],
  pool: [
    `pool pools poolbereich swim* schwimm* piscin* basen* havuz* nadar nager nuotare`,
    '泳池|游泳|プール|مسبح',
  ],
  massage: [
    `massage* masaj* masaz* massaggi* massagem massagens treatment treatments`,
    '按摩|マッサージ|تدليك',
  ],
  sauna: [`sauna* steam_bath dampfbad`, '桑拿|サウナ|ساونا'],
  gym: [
    `gym fitness* work_out workout weights dumbbells treadmill* krafttraining gimnasio salle_de_sport
    academia palestra silown* spor_salon*`,
    '健身|ジム|رياضي',
  ],
  payment: [
    `pay paying payment payments card cards cash credit  zahl* bezahl* ec_karte
    kreditkarte* bargeld pagar pago pagos pagamento* pagamenti pagare tarjeta tarjetas efectivo payer
    paiement* carte_bancaire par_carte especes cartao cartoes dinheiro carta_di_credito carte_di_credito
    contanti placi* platnos* gotowk* karta karty kartami odeme* nakit kredi_kart*`,
    '支付|付款|刷卡|现金|信用卡|支払|カード|現金|دفع|بطاق|نقدا',
  ],
  money: [
    `cash_machine* atm geldautomat* bankomat* cajero_automatico distributeur caixa_eletronico withdraw
    `,
    '取款机|提款|صراف',
  ],
  booking: [
    `book booking* booked reserv* buchen buchung* prenot* rezerw* rezerv* reservier*`,
    '预订|预约|予約|حجز',
  ],
  children: [
    `child children kid kids baby babies toddler* infant*   kinder* kind nino ninos nina
    ninas enfant enfants crianca criancas bambino bambini neonat* bebe* dzieci* dziecko cocuk* bebek*`,
    '儿童|孩子|小孩|子供|子ども|طفل|اطفال',
  ],
  cot: [
    `cot cots crib cribs babybett* cuna cunas berceau lit_bebe berco culla culle lozeczk*`,
    '婴儿床|ベビーベッド|سرير (?:ال)?(?:طفل|اطفال)',
  ],
  babysitter: [
    `babysit* nanny childcare looks_after look_after kinderbetreu* ninera baba_sitter opiekunk*`,
    '保姆|ベビーシッター|جليسه',
  ],
  access: [
    `wheelchair* accessib* disabled disability no_steps without_steps   
    barrierefrei* rollstuhl* silla_de_ruedas accesib* fauteuil* handicap* acessib* cadeira_de_rodas
    sedia_a_rotelle disabil* wozk* niepelnospr* tekerlekli* engelli*`,
    '轮椅|无障碍|車椅子|バリアフリー|كرسي متحرك',
  ],
  lift: [
    `lift lifts elevator* aufzug* fahrstuhl* ascensor* ascenseur* elevador* ascensore winda windy
    asansor*`,
    '电梯|エレベーター|مصعد',
  ],
  ticket: [
    `ticket tickets admission entrance_fee eintritt* entrada entradas billet billets ingresso ingressi
    bilhete* bigliett* bilet*`,
    '门票|票价|チケット|入場|تذاكر|تذكره',
  ],
  free: [
    `free free_of_charge without_paying no_charge pay_nothing pays_nothing gratis kostenlos* umsonst
    gratuit* gratuito gratuita darmow* bezplatn* ucretsiz* bedava`,
    '免费|無料|مجان',
  ],
  smoking: [
    `smok* vape vaping cigarette* cigar tobacco rauch* zigarette* fumar fumer fumeur* fumare fumo palic
    palenie palenia sigara*`,
    '吸烟|抽烟|喫煙|禁煙|タバコ|تدخين',
  ],
  noise: [
    `noise* noisy loud quiet silence laut larm* ruhe ruhezeit* nachtruhe ruido* bruit* barulho rumor*
    halas* cisza gurultu*`,
    '噪音|安静|騒音|静か|ضوضاء|هدوء',
  ],
  luggage: [
    `luggage baggage suitcase* bag bags gepack* koffer* equipaje* maleta* bagage* valise* bagagem mala
    malas bagagli* valigi* bagaz* walizk* bagaj* valiz*`,
    '行李|荷物|スーツケース|امتعه|حقائب',
  ],
  cloakroom: [
    `cloakroom* locker lockers coat coats garderobe* schliessfach* guardarropa vestiaire* guardaroba
    szatni* vestiyer*`,
    '衣帽|寄存|クローク|ロッカー|خزائن',
  ],
  lost: [
    `lost loss forgot left_behind  missing found_property verloren* vergessen* fundsach* perdido
    perdida olvid* perdu* oubli* perdi esquec* smarrit* perso dimenticat* zgubi* kaybett* unuttum`,
    '丢失|遗失|忘れ物|落とし|مفقود|نسيت',
  ],
  laundry: [
    `laundry washing wash_my wash_our  dry_clean* dry_cleaning   wascherei*
    wasche waschen lavander* blanchisserie laver lavar pralni* pranie camasir*`,
    '洗衣|洗濯|クリーニング|غسيل',
  ],
  transfer: [
    `airport* shuttle* flughafen* aeropuerto aeroport* aeroporto lotnisk* havaalani havalimani`,
    '机场|空港|مطار',
  ],
  transport: [
    `taxi* cab cabs train  tram bus buses railway bahnhof* zug bahn metro estacion gare train
    stazione estacao dworzec pociag* otobus* tren`,
    '出租车|火车|地铁|公交|タクシー|電車|駅|バス|تاكسي|قطار|محطه',
  ],
  bicycle: [
    `bicycle* bike bikes cycling fahrrad* rad rader bicicleta* bici velo velos rower rowery rowerow
    bisiklet*`,
    '自行车|自転車|دراج',
  ],
  safe: [
    `safe safes valuables jewel*  tresor* wertsachen caja_fuerte objetos_de_valor coffre_fort
    cofre cassaforte sejf* kasa kasasi`,
    '保险箱|贵重|金庫|貴重品|خزنه',
  ],
  heating: [
    `heating heater radiator* thermostat* freezing too_cold heizung* heizen kalt calefaccion chauffage
    aquecimento riscaldamento ogrzewani* kalorifer* isitma`,
    '暖气|暖房|تدفئه',
  ],
  cooling: [
    `air_condition* aircon cooling too_hot klimaanlage* aire_acondicionado climatis* ar_condicionado
    aria_condizionata klimatyzac* klima`,
    '空调|冷房|エアコン|تكييف',
  ],
  roomservice: [
    `room_service   upstairs zimmerservice servicio_de_habitaciones
    service_en_chambre servizio_in_camera oda_servisi`,
    '客房服务|ルームサービス|خدمه (?:ال)?غرف',
  ],
  emergency: [
    `emergency emergencies ambulance accident injured   first_aid doctor* hurt police
    notfall* notruf* unfall* arzt* emergencia* urgence* medecin medico emergenza lekarz* nagly acil_durum
    doktor*`,
    '急救|紧急|医生|救急|緊急|医者|طوارئ|طبيب|اسعاف',
  ],
  pharmacy: [
    `pharmacy pharmacies chemist drugstore apotheke* farmaci* pharmacie* aptek* eczane*`,
    '药店|药房|薬局|صيدلي',
  ],
  fire: [`fire burning feuer brand* incendio incendie pozar* yangin*`, '火灾|着火|火事|حريق'],
  supermarket: [
    `supermarket* grocer* groceries supermarkt* lebensmittel* supermercado* supermarche* supermercat*
    sklep* market*`,
    '超市|スーパー|سوبر ?ماركت|بقال',
  ],
  shop: [
    `shop shops souvenir* gift gifts geschenk* laden andenken tienda* regalo* boutique cadeau* loja*
    presente negozio regali sklepik* pamiatk* prezent* hediye*`,
    '商店|礼物|纪念品|土産|お店|متجر|هدايا|هديه',
  ],
  photo: [
    `photo photos photograph* picture pictures film filming fotos foto fotografi* fotografa* fotografar
    photographier zdjeci* fotograf*`,
    '拍照|照片|摄影|写真|撮影|تصوير|صور',
  ],
  museum: [
    `museum* museo musei musee* museu museus muzeum muzea muze* exhibition* exhibit* ausstellung*
    exposici* mostra wystaw* sergi*`,
    '博物馆|展览|博物館|展示|متحف|معرض',
  ],
  tour: [
    `tour tours guided guide fuhrung* visita_guiada visite_guidee visita_guidata zwiedzani* przewodni*
    rehber*`,
    '导览|讲解|ガイド|ツアー|جوله|مرشد',
  ],
  deaf: [
    `deaf hearing sign_language gehorlos* gebardensprache sordo sorda sourd* surdo sorde gluch* isitme*`,
    '手语|聋|手話|聴覚|اصم|اشاره',
  ],
  school: [
    `school* class pupil* students schul* klasse* escuela* ecole* escola* scuola szkol* okul*`,
    '学校|学生|生徒|مدرس',
  ],
  wedding: [
    `wedding* marry hochzeit* trauung* boda bodas mariage* casamento* matrimonio nozze slub* wesel*
    dugun*`,
    '婚礼|结婚|結婚|زفاف|عرس',
  ],
  rent: [
    `rent rental hire lend lent borrow mieten miete* saalmiete raummiete verleih* leihen ausleih* alquil*
    louer location_de alugar aluguel nolegg* affitt* wynaj* wypozycz* kirala*`,
    '租|借り|レンタル|استئجار|تاجير',
  ],
  tax: [
    `city_tax tourist_tax    kurtaxe* ortstaxe tasa_turistica
    taxe_de_sejour tassa_di_soggiorno`,
    '旅游税|宿泊税|ضريبه',
  ],
}
