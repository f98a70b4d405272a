import type { ScanLanguage } from '#contract/languages.ts'
import { foldForSearch } from '../../platform/text/text.ts'

/**
 * The words of a claimed hand-over, in folded text. A sentence claims one if it names somebody of the
 * house, and says that the assistant tells or brings them (`does`), that this has happened (`done`),
 * or that they will come or write (`comes`). A sentence that only advises the visitor is no claim.
 */
interface Words {
  who: RegExp
  /** What is handed over: enough for `done`, without anybody's name. */
  what: RegExp
  does: Alternatives
  done: Alternatives
  comes: Alternatives
  advice: RegExp
  /** The visitor asks for a person. */
  wish: Alternatives
  /** A message that consists of nothing else. */
  alone: RegExp
  /** Words that may stand between the others. */
  fillers?: RegExp
}

/** One of the lists must match as a whole, in any order: expressions with `.*` would be slow. */
type Alternatives = RegExp[][]

// biome-ignore format: one line for each kind of words.
const words: Record<ScanLanguage, Words> = {
  en: {
    who: /\b(?:colleague|staff|team|humans?|persons?|people|agent|representative|someone|somebody|manager|management|reception|operator|support|owner|specialist|front desk|concierge|employee|host|advis|expert|crew|porter|housekeeping|caretaker|janitor|director|kitchen|waiter|waitress|guest services|security|technician|driver|butler|help ?desk|office|maintenance)/,
    what: /\b(?:request|message|question|chat|conversation|case|issue|inquiry|enquiry|you)\b/,
    does: [[/\b(?:i|we|i've|i'm|i'll|we've|we're|we'll|let me|allow me|i'd) (?:have |will |am |are |can |shall )?(?:be |going to |about to |trying to |to )?(?:transferr?|connect|forward|pass|hand|escalat|notif|inform|alert|told|contact|reach|call|put|rout|refer|ask|request|pag|ping|flag|get\b|getting|got\b|bring|let\b|arrang|redirect|loop|sen[dt]|fetch|summon|messag|rais|logg|submit|report|add|invit|dispatch|relay|sp[eo]a?k|left\b|leav|made\b|making|giv)|\b(?:transferring|connecting|forwarding|redirecting|escalating|handing|putting|routing) (?:you|this|your|it)\b/]],
    done: [[/\b(?:has|have|is|are|was|were|be) (?:be )?(?:transferred|connected|forwarded|passed|handed|escalated|notified|informed|alerted|told|contacted|paged|flagged|sent|redirected|routed)\b/], [/\b(?:knows?|know) (?:about|now|of|already)\b|\b(?:now|already) knows?\b|\b(?:is|are) (?:now |already )*(?:aware|in the loop|on it|with (?:our|the|my)|in the hands)\b/]],
    comes: [[/\b(?:will|going to|about to)\b|'ll\b/, /\b(?:be with you|jump in|step in|come back|be (?:there|right)|look into|take care of (?:it|this|that|you)|(?:ring|phone|visit|see|handle|pick|contact|call|write|message|reach|answer|attend|take over|join|come|reply|respond|follow up)\b|get back|be in touch|(?:help|assist) you (?:shortly|soon|right|in a))/], [/\bon (?:the|their|his|her) way\b|\b(?:is|are) (?:heading|coming|joining|looking into)\b|'(?:s|re) (?:heading|coming|joining|looking into)\b|\b(?:has|have) joined\b/]],
    advice: /\b(?:please (?:ask|contact|call|speak|go|visit|reach|see|try)|you (?:can|could|may|should|might)|recommend|suggest|feel free)\b/,
    wish: [[/\b(?:speak|talk|chat|write|connect|transfer|switch|put me|get me|want|need|like|call|have|give me|is there|can i|ask)/, /\b(?:human|person|agent|representative|somebody|someone|operator|employee|staff|manager|receptionist|colleague|support team)\b/], [/\breal (?:person|human)\b/]],
    alone: /^(?:human|agent|operator|person|representative)(?: please)?$/,
    fillers: / (?:just|already|now|also|immediately|gladly|happily|been|being|then|quickly|directly|went ahead and)(?= )/g,
  },
  de: {
    who: /kolleg|mitarbeit|\bteams?\b|mensch|person|jemand|rezeption|empfang|leitung|\bchef|manager|support|betreiber|inhaber|zustandig|service|ansprechpartner|berater|expert|verantwortlich|portier|concierge|hausmeister|kuche|kellner|techniker|fahrer|direktion|verwaltung|\bburo|vermieter|gastgeber|hausdame/,
    what: /anfrage|nachricht|frage|chat|gesprach|anliegen|\bsie werden\b|\bsie wurden\b/,
    does: [[/\b(?:ich|wir)\b/, /(?:verbind|verbund|weiterleit|weitergeleit|leite\b|leiten\b|weitergeb|weitergegeb|gebe\b|geben\b|ubergeb|informier|benachrichtig|verstandig|bescheid|kontaktier|hole\b|holen\b|geholt|rufe\b|rufen\b|gerufen|alarmier|melde\b|gemeldet|gefragt|frage\b|bitte (?:einen|eine|jemand)|gebeten|schicke|geschickt|ubermittel|durchstell|durchgestellt|stelle\b|hinzugezogen|hinzuziehen|ziehe\b|eskalier|angefordert|schalte\b|dazu(?:hol|geholt|schalt)|\bsage\b|gesagt|hinterlass|hinterleg|angerufen|angefragt|eingebunden|binde\b|gesprochen|weitersag|fordere)/], [/(?:verbinde|leite|gebe|hole|rufe|informiere|benachrichtige|stelle) (?:ich|sie)\b/]],
    done: [[/\b(?:wurde|wurden|ist|sind|wird|werden)\b/, /(?:informiert|benachrichtigt|verstandigt|weitergeleitet|weitergegeben|ubergeben|verbunden|kontaktiert|alarmiert|eskaliert|gesendet|ubermittelt|durchgestellt|geschickt)/], [/\bwei(?:ss|ß)\b.{0,30}\bbescheid|\bwissen\b.{0,30}\bbescheid|(?:anfrage|nachricht|anliegen|frage)\b.{0,20}\b(?:liegt|ist)\b.{0,20}\b(?:bei|beim)\b|\bim bilde\b|eingegangen/]],
    comes: [[/\b(?:wird|werden|kommt|kommen|meldet|melden|ubernimmt|ubernehmen|kummert|antwortet|hilft|ruft|rufen|schaut|steht|schaltet|kommst|ist|sind)\b/, /(?:bei ihnen|melden|kommen|kontaktier|ubern[ei]hm|ubernimmt|antwort|sofort|gleich|in kurze|umgehend|unterwegs|zuruck|vorbei|\bfur sie da\b|\bdazu\b|\bhinzu\b|ruckmeld|schreib|kummer)/], [/\b(?:kommt|meldet|ubernimmt|kummert)\b/]],
    advice: /\bbitte (?:wenden|fragen|kontaktieren|rufen|melden|sprechen|gehen)|\b(?:sie konnen|konnen sie|konnten sie|wenden sie|empfehle|sollten sie)\b/,
    wish: [[/(?:sprechen|reden|schreiben|verbind|mochte|mocht|will|brauche|kann ich|gibt es|holen|weiterleiten|hatte gern)/, /(?:mensch|person|mitarbeit|jemand|kolleg|rezeption|berater|personal)/], [/\b(?:echte[rn]?|richtige[rn]?) (?:mensch|person)/]],
    alone: /^(?:mensch|mitarbeiter|person)(?: bitte)?$/,
  },
  es: {
    who: /companer|colega|equipo|persona|humano|alguien|recepcion|agente|encargad|responsable|gerente|soporte|emplead|representante|operador|asesor|especialista|conserje|propietari|\bpersonal\b|direccion|cocina|camarer|tecnic|seguridad|limpieza|portero|dueno|anfitrion|mantenimiento|oficina/,
    what: /solicitud|mensaje|pregunta|consulta|conversacion|\bcaso\b|peticion|\busted\b/,
    does: [[/\b(?:he|hemos|estoy|estamos|voy a|vamos a|acabo de|permitame|dejeme|puedo|podemos|ya)\b/, /(?:avis|inform(?!acion)|transf|conect|comunic|notific|contact|reenvi|deriv|remit|traslad|pas|pon|puest|llam|ped|solicit|escal|envi|redir|busc|alert|dej|mand|report|registr|dich|habl|coment|invit|anad)/], [/\b(?:paso|transfiero|conecto|comunico|pongo|aviso|informo|contacto|notifico|derivo|reenvio|remito|llamo|pido|solicito|traslado|busco|redirijo|escalo|dejo|mando|envio|invito|anado|hago venir|transferimos|pasamos|avisamos)\b|\b(?:avisare|informare|transferire|pasare|contactare|notificare|comunicare|pondre|llamare|pedire|enviare)\b/]],
    done: [[/\b(?:ha|han|sera|seran|fue|esta|estan|queda)\b/, /(?:avisad|informad|transferid|notificad|reenviad|enviad|derivad|escalad|trasladad|contactad|pasad|redirigid|conectad|remitid)/], [/\bestamos (?:transfiriendo|pasando)/], [/\b(?:ya (?:lo )?sabe[n]?|al tanto|al corriente|en manos de)\b/]],
    comes: [[/(?:contactara|llamara|atendera|respondera|escribira|ayudara|pondra en contacto|se unira|incorporara|comunicara|estara con|vendra|acudira|en camino|tomara el relevo|se hara cargo|en breve|enseguida|le atiende|acercara|encargara|ocupara|\bviene[n]?\b|subira|bajara|hablara|devolvera|en un momento|en camino|\bva[n]? a (?:contact|llam|atend|respond|escrib|ayud|ven|pas|sub|incorpor|habl)|se pondra)/]],
    advice: /\b(?:puede (?:contact|pregunt|llam|dirig|hablar)|por favor,? (?:contacte|pregunte|llame|dirijase)|le recomiendo|le sugiero|deberia|pregunte)/,
    wish: [[/(?:hablar|habla|conect|comunic|pas[ea]|quiero|quisiera|necesito|puedo|hay|chatear|transf)/, /(?:persona|humano|agente|alguien|operador|emplead|representante|recepcionista|asesor)/], [/persona (?:real|de verdad)/]],
    alone: /^(?:humano|agente|persona|operador)(?: por favor)?$/,
  },
  fr: {
    who: /collegue|equipe|personne|humain|quelqu'un|reception|agent|personnel|responsable|gerant|directeur|support|employe|representant|operateur|conseiller|specialiste|concierge|proprietaire|service|direction|gardien|cuisine|serveu|technicien|securite|menage|femme de chambre|hotesse|patron|maintenance|bureau/,
    what: /demande|message|question|conversation|dossier|requete|\bvous (?:etes|avez|allez)\b/,
    does: [[/\b(?:je|j'ai|j'|nous|on)\b/, /(?:transfer|transmet|transmi|connect|mets|mettre|mis en|mettons|inform(?!ation)|previen|preven|avert|averti|notifi|contact|appel|passe|fais|fait|demand|redirig|escalad|oriente|alert|envoie|envoye|envoy|relaie|joins|cherche|signal|laiss|ajout|invit|\bdit\b|\bdis\b|remis|remont|parle)/]],
    done: [[/\b(?:a|ont|est|sont|etes|sera|serez|vient|viennent)\b/, /(?:informe|prevenu|averti|notifie|transmis|transfere|contacte|alerte|envoye|redirige|mis en relation|mise en relation|connecte|signale|escalade|remis|au courant|laisse|remonte|enregistre)/]],
    comes: [[/(?:va|vont|viendra|arrive|sera|prendra|prend|contactera|rappellera|repondra|rejoindra|est en route|descend|monte|passe|vient|\bs'occupe|vous rejoint)/, /(?:contact|rappel|repond|rejoin|venir|relai|avec vous|ecrir|occuper|aider|bientot|instant|tout de suite|pass|charge|reviendr|minute|vers vous|chez vous|revenir)/], [/\b(?:contactera|ecrira|rappelle|rappellera|repondra|rejoindra|viendra|arrive)\b|en route/]],
    advice: /\b(?:vous pouvez|veuillez|je vous (?:conseille|recommande|suggere|invite)|n'hesitez|vous devriez)\b/,
    wish: [[/(?:parler|parle|ecrire|discuter|joindre|voudrais|veux|souhaite|besoin|puis-je|peut-on|y a-t-il|passez|connect|transfer|mettre)/, /(?:personne|humain|quelqu'un|agent|operateur|employe|conseiller|receptionniste|responsable)/], [/vrai(?:e)? (?:personne|humain)/]],
    alone: /^(?:humain|agent|conseiller|une personne)(?: (?:s'il vous plait|svp))?$/,
  },
  pt: {
    who: /colega|equipa|equipe|pessoa|humano|alguem|rececao|recepcao|agente|pessoal|responsavel|gerente|suporte|funcionari|representante|operador|atendente|especialista|proprietari|gerencia|direcao|cozinha|empregad|tecnic|seguranca|limpeza|porteiro|\bdono\b|anfitriao|manutencao|colaborador|escritorio/,
    what: /pedido|mensagem|pergunta|conversa|solicitacao|questao|\bcaso\b|\bvoce\b/,
    does: [[/\b(?:ja|vou|estou|estamos|acabei de|acabo de|deixe-me|permita-me|posso|podemos|iremos|vamos)\b/, /(?:avis|inform(?!acao|acoes)|transf|conect|coloc|lig|notific|contact|encaminh|pass|reencaminh|cham|ped|solicit|escal|envi|redirec|alert|deix|\bpor\b|mand|report|regist|fal[ae]|diss|convid|adicion)/], [/\b(?:avisei|informei|transferi|encaminhei|passei|contactei|contatei|notifiquei|chamei|pedi|enviei|transfiro|encaminho|passo|aviso|coloco|contacto|notifico|chamo|solicitei|conectei|alertei|reencaminhei|deixei|pus|ponho|mandei|mando|reportei|registei|falei|disse|convidei|adicionei)\b/]],
    done: [[/\b(?:foi|foram|esta|estao|sera|serao|ja)\b/, /(?:avisad|informad|transferid|notificad|encaminhad|enviad|escalad|passad|contactad|contatad|redirecionad|conectad|alertad)/], [/\b(?:a par|ao corrente|ja sabe[m]?|nas maos)\b|\bfic(?:a|ou|aram)\b.{0,20}(?:regist|entreg|com (?:a|o|um))/]],
    comes: [[/(?:entrara em contacto|entrara em contato|vai (?:entrar|escrever|contactar|responder|ajudar|atender|falar|ligar|vir|juntar|assumir)|contactara|ligara|respondera|atendera|estara consigo|estara com|vira|a caminho|assumira|em breve|ja vem|ter consigo|fala consigo|daqui a pouco|ja vai|vai (?:ter|passar|subir)|vao (?:contact|respond|ligar|ajudar)|trata disso|tratara|cuidara|dentro de momentos|num instante|em instantes|retornara|\bvem ai\b|juntar-se-a|ira (?:contactar|atender|responder|falar))/]],
    advice: /\b(?:pode (?:contactar|contatar|perguntar|ligar|falar|dirigir)|por favor,? (?:contacte|contate|pergunte|ligue|dirija)|recomendo|sugiro|deveria)/,
    wish: [[/(?:falar|conversar|conect|transf|quero|queria|gostaria|preciso|posso|ha |passe|chame|escrever)/, /(?:pessoa|humano|agente|alguem|operador|funcionari|atendente|rececionista|recepcionista)/], [/pessoa (?:real|de verdade)/]],
    alone: /^(?:humano|agente|pessoa|atendente)(?: por favor)?$/,
  },
  it: {
    who: /collega|colleghi|\bteam\b|persona|umano|qualcuno|reception|agente|personale|responsabile|direttore|supporto|assistenza|dipendente|rappresentante|operatore|operatrice|consulente|specialista|concierge|titolare|staff|direzione|cucina|camerier|tecnic|sicurezza|pulizie|portiere|proprietari|custode|manutenzione|ufficio|addett|gestore/,
    what: /richiesta|messaggio|domanda|conversazione|pratica|\bla tua\b|\bla sua\b/,
    does: [[/\b(?:ho|abbiamo|sto|stiamo|vado a|mi permetta|posso|possiamo|ora|adesso|subito)\b/, /(?:avvis|inform(?!azion)|trasfer|colleg|mett|mess|notific|contatt|inoltr|pass|chiam|chied|chiest|richied|richiest|escal|invi|reindirizz|allert|avvert|segnal|gir|lasci|mand|aggiung|riferi|dett|parlat|comunic)/], [/\b(?:trasferisco|passo|metto|collego|avviso|informo|contatto|notifico|inoltro|chiamo|chiedo|avverto|reindirizzo|avvisero|informero|trasferiro|contattero|passero|inoltrero|chiamero|segnalo|mando|giro|lascio|aggiungo|invito|riferisco|comunico|mandero|faccio venire)\b/]],
    done: [[/\b(?:e|sono|stata|stato|stati|state|verra|sara|saranno)\b/, /(?:avvisat|informat|trasferit|notificat|inoltrat|inviat|contattat|passat|reindirizzat|collegat|mess[oa] in contatto|allertat|avvertit|segnalat)/], [/\b(?:al corrente|gia sa\b|sanno gia|nelle mani)\b|\be (?:ora |gia )?(?:nelle mani|presso)\b/]],
    comes: [[/(?:contattera|chiamera|rispondera|scrivera|arrivera|verra|sara da lei|sara con|si unira|ricontattera|prendera in carico|subentrera|sta arrivando|arriva|richiamera|prende in|si fara|viene da|passera|salira|tra (?:un|qualche)|fra poco|raggiunge|se ne occup|si occupera|a breve|tra poco|aiutera subito|la raggiungera|assistera)/]],
    advice: /\b(?:puo (?:contatt|chied|rivolger|chiam|parlar)|per favore,? (?:contatti|chieda|si rivolga|chiami)|le consiglio|le suggerisco|dovrebbe|si rivolga)/,
    wish: [[/(?:parlare|parlo|scrivere|colleg|trasfer|passi|passami|voglio|vorrei|bisogno|posso|c'e|chiami|chiama|mett)/, /(?:persona|umano|agente|qualcuno|operator|dipendente|receptionist|consulente|responsabile)/], [/persona (?:vera|reale)/]],
    alone: /^(?:umano|agente|operatore|persona)(?: per favore)?$/,
  },
  pl: {
    who: /kole[gz]|zespo[lł]|personel|pracowni|cz[lł]owiek|osob|kogo[sś]|kto[sś]|kims|recepcj|agent|menedzer|menadzer|kierowni|obs[lł]ug|konsultant|specjalist|w[lł]a[sś]ciciel|doradc|wspar|dyrek|kuchni|kelner|technik|ochron|sprzata|portier|gospodar|biur[ao]|serwis/,
    what: /zg[lł]oszeni|wiadomosc|pytani|rozmow|spraw|prosb/,
    does: [[/(?:[lł]acze|po[lł]acze|po[lł]aczy|przekaz|przekierow|powiadom|poinform|informuj|zawiadom|skontaktowa|kontaktuj|wezwa|wo[lł]am|zawo[lł]a|poprosi|prosz[eę] (?:koleg|kogos|pracown)|prze[lł]acz|zg[lł]osi|zg[lł]aszam|wys[lł]a|wysy[lł]am|eskal|przes[lł]a|przesy[lł]am|daje zna|da[lł]em zna|da[lł]am zna|dam zna|oddaj|zaalarm|pod[lł]acz|do[lł]acza|zostawi[lł]|powiedzia[lł]|mowi[lł]|dzwoni)/]],
    done: [[/(?:zosta[lł]|zostan|jest|sa|by[lł])/, /(?:powiadomi|poinformowa|zawiadomi|przekaza|przekierowa|po[lł]acz|wys[lł]a|prze[lł]acz|zg[lł]osz|przes[lł]a|wezwa|eskal)/], [/\bjuz (?:wie|wiedza)\b|\b(?:wie|wiedza) (?:juz|o)\b|\btrafi[lł]/]],
    comes: [[/(?:skontaktuje|zadzwoni\b|odpowie|napisze|przyjdzie|do[lł]aczy|przejmie|zajmie|odezwie|zaraz bedzie|bedzie z|jest w drodze|wkrotce|za chwile|pomoze za|podejdzie|oddzwoni|przyjd|zjawi|pojawi|idzie (?:do|juz)|odpisze|przyjedzie)/]],
    advice: /(?:moze pan|moze pani|mozesz|moga panstwo|prosze (?:zapyta|skontaktowa|zadzwoni|zwroci|podejs|udac)|polecam|sugeruj|radz[eę])/,
    wish: [[/(?:porozmawia|rozmawia|mowic|po[lł]acz|chce|chcia[lł]|potrzebuj|czy moge|czy jest|prosze o|przekier|prze[lł]acz|pisac)/, /(?:cz[lł]owiek|osob|pracowni|kims|konsultant|agent|recepcj|obs[lł]ug)/], [/prawdziw(?:y|a|ego|ej|ym) (?:cz[lł]owiek|osob)/]],
    alone: /^(?:cz[lł]owiek|konsultant|pracownik)(?: prosz[eę])?$/,
  },
  tr: {
    who: /arkadas|ekib|ekip|personel|calisan|insan|kisi|birin|biri\b|birisi|resepsiyon|temsilci|yetkili|yonetici|mudur|destek|operator|gorevli|uzman|danisman|sahib|mutfak|garson|teknisyen|guvenlik|yonetim|gorevli/,
    what: /talebin|talep|mesaj|soru|gorusme|konusma|istegin|\bsizi\b/,
    does: [[/(?:bagl[iı]yorum|baglayaca|bagla(?:d[iı]m|n[iı]yor)|aktar[iı]yorum|aktaraca|aktard[iı]m|yonlendir|iletiyorum|iletece|ilettim|haber ver|bilgilendir|bildir|cag[iı]r|ar[iı]yorum|arad[iı]m|irtibata gec|iletisime gec|devred|gonder|rica et|haberdar|uyard[iı]m|sordum|soruyorum|talep ettim|getiriyorum|getirece|soyledim|ekl[iı]yorum|davet ed|dahil ed|aktar[iı]ld[iı]m)/]],
    done: [[/(?:haber verildi|bilgilendirildi|bildirildi|iletildi|aktar[iı]ld|aktar[iı]l[iı]|yonlendiril|baglan[iı]yor|baglanacak|gonderildi|cag[iı]r[iı]ld|devredil|haberdar edildi|ulast[iı]|haberi var|biliyor art|haberdar)/]],
    comes: [[/(?:iletisime gece|irtibata gece|arayacak|yan[iı]tlayacak|cevap verece|yazacak|gelecek|geliyor|kat[iı]lacak|kat[iı]ld|devralacak|devral|ilgilenecek|yard[iı]mc[iı] olacak|donus yapacak|yan[iı]n[iı]zda olacak|yolda|ugrayacak|donus yap|ilgileniyor|birazdan|k[iı]sa sure|donecek)/]],
    advice: /(?:lutfen .{0,60}(?:sorun|basvurun|aray[iı]n|gecin)|(?:sorabilir|arayabilir|basvurabilir|gecebilir)siniz|oneririm|tavsiye)/,
    wish: [[/(?:insan|kisi|biri|temsilci|yetkili|gorevli|operator|personel|resepsiyon)/, /(?:konus|gorus|bagla|yaz|istiyor|ister|aktar|var m[iı]|cag[iı]r|laz[iı]m)/], [/gercek (?:bir )?(?:insan|kisi)/]],
    alone: /^(?:insan|temsilci|operator|yetkili)(?: lutfen)?$/,
  },
  ar: {
    who: /زميل|زملا|فريق|موظف|شخص|إنسان|انسان|بشري|استقبال|وكيل|ممثل|مدير|الدعم|مسؤول|مختص|صاحب|أحد|الإدارة|خدمة العملاء|مشرف|المطبخ|النادل|الفني|الأمن|الحارس|المالك|عامل|المكتب|الصيانة/,
    what: /طلب|رسالت|سؤال|محادث|استفسار/,
    does: [[/(?:سأ|سوف|سن|أقوم|قمت|نقوم|قمنا|لقد|دعني|يمكنني|أستطيع|جار|يتم|أنا)/, /(?:حو[ّ]?ل|تحويل|وص[ّ]?ل|توصيل|أبلغ|إبلاغ|بلغ|أخبر|إخبار|خبر|إعلام|أعلم|اتصل|الاتصال|تواصل|التواصل|نقل|إحال|أحل|أحيل|أرسل|إرسال|استدع|نادي|أنادي|طلب|تصعيد|نبه|تنبيه|مرر|تمرير|إشعار|أشعر|ربط)/], [/(?:أحولك|أحوّلك|سأحولك|أبلغت|أخبرت|حولت|حوّلت|نقلت|أرسلت|اتصلت|تواصلت|أحلت|طلبت من|أوصلك|نبهت|أعلمت|سأوصلك|أوصلت|رفعت|سجلت|كلمت|سأضيف|دعوت)/]],
    done: [[/(?:تم|تمت|جرى|يتم|يجري|سيتم|جار[ٍي]?)/, /(?:إبلاغ|إخبار|تحويل|إرسال|إعلام|توصيل|نقل|إحال|التواصل|الاتصال|إشعار|تنبيه|تصعيد|ربط|تمرير)/], [/على علم|وصلت رسالتك|يعلم الآن|علم بال|علم بم/]],
    comes: [[/(?:سيتواصل|سيتصل|سيرد|سيجيب|سيكتب|سيأتي|سينضم|انضم|سيتولى|سيكون معك|سيساعدك|سيحضر|في الطريق|في طريق|قادم|سيصل|سيعود|سيهتم|سيمر|سيتابع|قريبا|بعد قليل|خلال لحظات|سيعاود)/]],
    advice: /(?:يمكنك|يرجى|يُرجى|من فضلك (?:اسأل|اتصل|تواصل)|أنصحك|أقترح)/,
    wish: [[/(?:أتحدث|التحدث|أتكلم|التكلم|أريد|اريد|أود|أحتاج|هل يمكن|هل يوجد|حولني|حوّلني|أكلم|الكلام|وصلني|تحويلي)/, /(?:شخص|إنسان|انسان|موظف|بشر|ممثل|مسؤول|الاستقبال|أحد)/], [/شخص حقيقي/]],
    alone: /^(?:إنسان|موظف|شخص حقيقي)(?: من فضلك)?$/,
  },
  zh: {
    who: /同事|工作人员|员工|团队|人工|真人|客服|前台|经理|负责人|专员|管理员|店员|老板|服务员|有人|人员|主管|专家|值班|主任|厨房|技师|保安|保洁|管家|店长|房东|师傅/,
    what: /请求|消息|问题|对话|留言|情况/,
    does: [[/(?:我|我们|正在|马上|这就|立即|让我|为您|帮您|给您).{0,20}(?:转接|转给|转交|转达|转到|转发|接通|联系|通知|告知|告诉|呼叫|叫|请|反馈|上报|提交|汇报|连接|安排|派|找|发了|发消息|说了|说过|报给|报告|反映|登记|记录|拉进|邀请|打了招呼)|(?:转接|接入|连线)(?:中|人工|给)/]],
    done: [[/(?:已|已经|已被|正在被|将被|被).{0,16}(?:转接|转给|转交|转达|转到|转发|通知|告知|联系|提交|反馈|上报|接入|呼叫|发送|安排|报给|报告|知道|了解|登记|记录|反映|在路上|转到)/]],
    comes: [[/(?:会|将|马上|稍后|很快|即将|正在|分钟后).{0,16}(?:打电话|致电|上去|过去|过来|赶来|上门|下来|接入|给您|联系您|与您联系|跟您联系|回复|回电|来|到|加入|接手|为您服务|协助您|处理|答复|跟进|接待)/]],
    advice: /(?:您可以|请您|建议您|你可以|可以(?:向|去|直接)|请(?:向|联系|咨询|询问|前往|致电))/,
    wish: [[/(?:人工|真人|转人工|(?:和|跟|与|找|要|想|请).{0,8}(?:人工|真人|客服|工作人员|员工|经理|前台|活人|人(?:说|聊|谈))|有人吗|转接)/]],
    alone: /^(?:人工|真人|客服|人工客服)$/,
  },
  ja: {
    who: /担当|スタッフ|係|従業員|チーム|人間|フロント|オペレーター|責任者|店長|マネージャー|支配人|サポート|受付|社員|専門|オーナー|者が|者に|誰か|同僚/,
    what: /ご依頼|メッセージ|ご質問|お問い合わせ|会話|ご要望|内容|件/,
    does: [[/(?:つなぎ(?:し|い|ます)|つないで|お繋ぎ|繋ぎ|転送|引き継ぎ|引き継い|引継|連絡し|連絡いた|ご連絡を(?:入れ|し)|連絡を(?:入れ|取り|し)|知らせ(?:し|ま|て|い)|伝え(?:し|ま|て|い|いた)|お伝えいた|お伝えし|呼び(?:し|ま|出|に|いた)|お呼び|呼んで|通知し|通知いた|報告し|報告いた|依頼し|依頼いた|代わり(?:ます|ま)|交代|手配|確認を取り|エスカレーション|申し伝え|取り次ぎ|取り次い|お取り次ぎ|送りし|送信し|送りま|頼みま|頼んで|お声がけし|お声がけいた|声をかけ(?:し|ま|て)|共有し|共有いた|報告して|話しておき|相談し)/]],
    done: [[/(?:転送され|通知され|伝えられ|引き継がれ|連絡済み|通知済み|送信され|報告され|伝達済み|接続され|接続中|転送中|呼び出し中|届けられ|届いて)/]],
    comes: [[/(?:ご連絡(?:いた|し|差し|さしあ)|連絡が(?:あり|参り|来)|折り返し|まいります|参ります|伺います|うかがいます|来ます|向かって|対応いたします|対応します|返信(?:いた|し)|お答えします|参加します|参加しました|代わって|引き受け|お返事|お電話(?:いた|し|差し|を差し)|電話が|加わり|加わって|入ります|向かいます|ご対応(?:いた|し)|到着)/]],
    advice: /(?:お尋ねください|お問い合わせください|ご連絡ください|聞いてください|お声がけください|おすすめ|ご相談ください|お電話ください|ご確認ください)/,
    wish: [[/(?:人間|人と|人に|担当者?|スタッフ|オペレーター|係の?人|フロント|有人)/, /(?:話|つない|繋い|代わ|かわ|お願い|呼ん|対応|変わ|いますか|チャット|相談)/], [/本物の人/]],
    alone: /^(?:人間|オペレーター|担当者)$/,
  },
}

const sentenceEnd = /[.!?…。！？؟\n]+/

/** Accents, case and typographic apostrophes do not matter, nor do the vowel signs of Arabic. */
const plain = (text: string): string =>
  foldForSearch(text)
    .replace(/[’‘]/g, "'")
    .replaceAll('ı', 'i')
    .replace(/[\u064b-\u0652]/g, '')

const isClaim = (sentence: string, { who, what, does, done, comes, advice }: Words): boolean => {
  const isNamed = who.test(sentence)
  if (says(sentence, done) && (isNamed || what.test(sentence))) return true
  if (!isNamed) return false
  return says(sentence, comes) || (says(sentence, does) && !advice.test(sentence))
}

const says = (sentence: string, alternatives: Alternatives): boolean =>
  alternatives.some((all) => all.every((one) => one.test(sentence)))

/**
 * Whether an answer says that a person was told, or will come. Only the service can do that, so the
 * visitor must learn that it has not happened. All languages are tried: a model may answer in any.
 */
export const claimsHandover = (text: string): boolean =>
  plain(text)
    .split(sentenceEnd)
    .some((sentence) =>
      Object.values(words).some((one) => isClaim(withoutFillers(sentence, one), one)),
    )

const withoutFillers = (sentence: string, { fillers }: Words): string =>
  fillers ? sentence.replace(fillers, '') : sentence

/** Longer messages are questions about something else. */
const longestWish = 500

/** Whether a visitor asks for a person. */
export const asksForPerson = (text: string): boolean => {
  if (text.length > longestWish) return false
  const sentences = plain(text).split(sentenceEnd)
  return Object.values(words).some(({ wish, alone }) =>
    sentences.some((one) => says(one, wish) || alone.test(onlyWords(one))),
  )
}

const onlyWords = (sentence: string): string => sentence.replace(/[^\p{L}\p{N}']+/gu, ' ').trim()
