import { problem } from '../../platform/http/problem.ts'
import type { HandlingState } from './visits.store.ts'

/** What the service says to a visitor about people, in the languages of the page. */
const inEnglish = {
  waiting: 'A person has been asked to join. Please stay here for a moment.',
  joined: '{name} has joined. You are now writing with a person.',
  released: 'The assistant is answering again.',
  missed: 'Sorry, nobody could come in time. The assistant is answering again.',
  closed: 'Nobody is available at the moment.',
  writeFirst: 'Please write your question first, then ask for a person.',
  /** Below an answer that claims a hand-over. */
  notTold: 'Nobody has been told yet.',
  /** The name of a member without one. */
  member: 'a member of the team',
  tooManyHandoffs: 'People were asked too often from here. Please try again later.',
  fieldRequired: 'Please fill this in.',
  fieldEmail: 'Please enter an e-mail address such as ana@example.com.',
  fieldPhone: 'Please enter a telephone number with 5 to 15 digits.',
  fieldChoice: 'Please choose one of the answers.',
  fieldText: 'Please enter at most 1,000 characters.',
  consent: 'Please read and confirm the sentence above. It may have changed.',
  tooManyLeads: 'You have sent this form several times already.',
}

type Sentences = typeof inEnglish

const sentences: Record<string, Sentences> = {
  en: inEnglish,
  de: {
    waiting: 'Eine Person wurde gebeten dazuzukommen. Bitte bleiben Sie einen Moment hier.',
    joined: '{name} ist da. Sie schreiben jetzt mit einem Menschen.',
    released: 'Der Assistent antwortet wieder.',
    missed: 'Leider konnte niemand rechtzeitig kommen. Der Assistent antwortet wieder.',
    closed: 'Im Moment ist niemand erreichbar.',
    writeFirst: 'Bitte schreiben Sie zuerst Ihre Frage und fragen Sie dann nach einer Person.',
    notTold: 'Bisher wurde niemand benachrichtigt.',
    member: 'ein Mitglied des Teams',
    tooManyHandoffs:
      'Von hier wurde zu oft nach einer Person gefragt. Bitte versuchen Sie es später wieder.',
    fieldRequired: 'Bitte füllen Sie dieses Feld aus.',
    fieldEmail: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel ana@example.com.',
    fieldPhone: 'Bitte geben Sie eine Telefonnummer mit 5 bis 15 Ziffern ein.',
    fieldChoice: 'Bitte wählen Sie eine der Antworten.',
    fieldText: 'Bitte geben Sie höchstens 1.000 Zeichen ein.',
    consent: 'Bitte lesen und bestätigen Sie den Satz oben. Er kann sich geändert haben.',
    tooManyLeads: 'Sie haben dieses Formular schon mehrmals gesendet.',
  },
  es: {
    waiting: 'Se ha pedido a una persona que se incorpore. Quédese aquí un momento, por favor.',
    joined: '{name} se ha incorporado. Ahora escribe con una persona.',
    released: 'El asistente vuelve a responder.',
    missed: 'Lo sentimos, nadie ha podido venir a tiempo. El asistente vuelve a responder.',
    closed: 'En este momento no hay nadie disponible.',
    writeFirst: 'Escriba primero su pregunta y después pida hablar con una persona.',
    notTold: 'Todavía no se ha avisado a nadie.',
    member: 'alguien del equipo',
    tooManyHandoffs:
      'Desde aquí se ha pedido una persona demasiadas veces. Inténtelo de nuevo más tarde.',
    fieldRequired: 'Rellene este campo, por favor.',
    fieldEmail: 'Escriba una dirección de correo, por ejemplo ana@example.com.',
    fieldPhone: 'Escriba un número de teléfono de 5 a 15 cifras.',
    fieldChoice: 'Elija una de las respuestas.',
    fieldText: 'Escriba como máximo 1000 caracteres.',
    consent: 'Lea y confirme la frase de arriba, por favor. Puede haber cambiado.',
    tooManyLeads: 'Ya ha enviado este formulario varias veces.',
  },
  fr: {
    waiting: 'Une personne a été appelée à vous rejoindre. Veuillez rester ici un instant.',
    joined: '{name} est là. Vous écrivez maintenant avec une personne.',
    released: 'L’assistant répond de nouveau.',
    missed: 'Désolé, personne n’a pu venir à temps. L’assistant répond de nouveau.',
    closed: 'Personne n’est disponible pour le moment.',
    writeFirst: 'Veuillez d’abord écrire votre question, puis demander une personne.',
    notTold: 'Personne n’a encore été prévenu.',
    member: 'un membre de l’équipe',
    tooManyHandoffs:
      'Une personne a été demandée trop souvent depuis ici. Veuillez réessayer plus tard.',
    fieldRequired: 'Veuillez remplir ce champ.',
    fieldEmail: 'Veuillez saisir une adresse e-mail, par exemple ana@example.com.',
    fieldPhone: 'Veuillez saisir un numéro de téléphone de 5 à 15 chiffres.',
    fieldChoice: 'Veuillez choisir l’une des réponses.',
    fieldText: 'Veuillez saisir au plus 1 000 caractères.',
    consent: 'Veuillez lire et confirmer la phrase ci-dessus. Elle a peut-être changé.',
    tooManyLeads: 'Vous avez déjà envoyé ce formulaire plusieurs fois.',
  },
  pt: {
    waiting: 'Foi pedido a uma pessoa que se junte à conversa. Aguarde aqui um momento.',
    joined: '{name} chegou. Está agora a escrever com uma pessoa.',
    released: 'O assistente responde novamente.',
    missed: 'Lamentamos, ninguém pôde vir a tempo. O assistente responde novamente.',
    closed: 'De momento não há ninguém disponível.',
    writeFirst: 'Escreva primeiro a sua pergunta e depois peça uma pessoa.',
    notTold: 'Ainda ninguém foi avisado.',
    member: 'alguém da equipa',
    tooManyHandoffs:
      'Foi pedida uma pessoa demasiadas vezes a partir daqui. Tente novamente mais tarde.',
    fieldRequired: 'Preencha este campo, por favor.',
    fieldEmail: 'Introduza um endereço de e-mail, por exemplo ana@example.com.',
    fieldPhone: 'Introduza um número de telefone com 5 a 15 algarismos.',
    fieldChoice: 'Escolha uma das respostas.',
    fieldText: 'Introduza no máximo 1000 caracteres.',
    consent: 'Leia e confirme a frase acima. Pode ter sido alterada.',
    tooManyLeads: 'Já enviou este formulário várias vezes.',
  },
  it: {
    waiting: 'È stato chiesto a una persona di intervenire. Resti qui un momento, per favore.',
    joined: '{name} è qui. Ora sta scrivendo con una persona.',
    released: 'L’assistente risponde di nuovo.',
    missed: 'Ci dispiace, nessuno è potuto venire in tempo. L’assistente risponde di nuovo.',
    closed: 'Al momento non c’è nessuno.',
    writeFirst: 'Scriva prima la sua domanda, poi chieda di una persona.',
    notTold: 'Nessuno è stato ancora avvisato.',
    member: 'una persona del team',
    tooManyHandoffs: 'Da qui è stata chiesta una persona troppe volte. Riprovi più tardi.',
    fieldRequired: 'Compili questo campo, per favore.',
    fieldEmail: 'Inserisca un indirizzo e-mail, per esempio ana@example.com.',
    fieldPhone: 'Inserisca un numero di telefono da 5 a 15 cifre.',
    fieldChoice: 'Scelga una delle risposte.',
    fieldText: 'Inserisca al massimo 1000 caratteri.',
    consent: 'Legga e confermi la frase qui sopra. Potrebbe essere cambiata.',
    tooManyLeads: 'Ha già inviato questo modulo più volte.',
  },
  pl: {
    waiting: 'Poproszono kogoś o dołączenie. Proszę chwilę tu poczekać.',
    joined: '{name} jest już tutaj. Teraz pisze Pan/Pani z człowiekiem.',
    released: 'Znów odpowiada asystent.',
    missed: 'Niestety nikt nie mógł przyjść na czas. Znów odpowiada asystent.',
    closed: 'W tej chwili nikt nie jest dostępny.',
    writeFirst: 'Proszę najpierw napisać pytanie, a potem poprosić o rozmowę z człowiekiem.',
    notTold: 'Nikt jeszcze nie został powiadomiony.',
    member: 'ktoś z zespołu',
    tooManyHandoffs: 'Zbyt często proszono stąd o człowieka. Proszę spróbować później.',
    fieldRequired: 'Proszę wypełnić to pole.',
    fieldEmail: 'Proszę podać adres e-mail, na przykład ana@example.com.',
    fieldPhone: 'Proszę podać numer telefonu, od 5 do 15 cyfr.',
    fieldChoice: 'Proszę wybrać jedną z odpowiedzi.',
    fieldText: 'Proszę wpisać najwyżej 1000 znaków.',
    consent: 'Proszę przeczytać i potwierdzić zdanie powyżej. Mogło się zmienić.',
    tooManyLeads: 'Ten formularz został już wysłany kilka razy.',
  },
  tr: {
    waiting: 'Bir kişiden katılması istendi. Lütfen bir an burada kalın.',
    joined: '{name} katıldı. Artık bir insanla yazışıyorsunuz.',
    released: 'Yeniden asistan yanıtlıyor.',
    missed: 'Üzgünüz, kimse zamanında gelemedi. Yeniden asistan yanıtlıyor.',
    closed: 'Şu anda kimse müsait değil.',
    writeFirst: 'Lütfen önce sorunuzu yazın, sonra bir kişi isteyin.',
    notTold: 'Henüz kimseye haber verilmedi.',
    member: 'ekipten biri',
    tooManyHandoffs: 'Buradan çok sık bir kişi istendi. Lütfen daha sonra yeniden deneyin.',
    fieldRequired: 'Lütfen bu alanı doldurun.',
    fieldEmail: 'Lütfen bir e-posta adresi girin, örneğin ana@example.com.',
    fieldPhone: 'Lütfen 5 ila 15 rakamlı bir telefon numarası girin.',
    fieldChoice: 'Lütfen yanıtlardan birini seçin.',
    fieldText: 'Lütfen en fazla 1.000 karakter girin.',
    consent: 'Lütfen yukarıdaki cümleyi okuyup onaylayın. Değişmiş olabilir.',
    tooManyLeads: 'Bu formu zaten birkaç kez gönderdiniz.',
  },
  ar: {
    waiting: 'طُلب من شخص أن ينضم إليك. يُرجى البقاء هنا لحظة.',
    joined: 'انضم {name}. أنت تكتب الآن مع شخص حقيقي.',
    released: 'عاد المساعد إلى الإجابة.',
    missed: 'عذرًا، لم يتمكن أحد من الحضور في الوقت المناسب. عاد المساعد إلى الإجابة.',
    closed: 'لا يوجد أحد متاح حاليًا.',
    writeFirst: 'يُرجى كتابة سؤالك أولًا، ثم طلب شخص.',
    notTold: 'لم يُبلَّغ أحد بعد.',
    member: 'أحد أفراد الفريق',
    tooManyHandoffs: 'طُلب شخص من هنا مرات كثيرة جدًا. يُرجى المحاولة لاحقًا.',
    fieldRequired: 'يُرجى ملء هذا الحقل.',
    fieldEmail: 'يُرجى إدخال عنوان بريد إلكتروني مثل ana@example.com.',
    fieldPhone: 'يُرجى إدخال رقم هاتف من 5 إلى 15 رقمًا.',
    fieldChoice: 'يُرجى اختيار إحدى الإجابات.',
    fieldText: 'يُرجى إدخال 1000 حرف على الأكثر.',
    consent: 'يُرجى قراءة الجملة أعلاه وتأكيدها. ربما تغيّرت.',
    tooManyLeads: 'لقد أرسلت هذا النموذج عدة مرات.',
  },
  zh: {
    waiting: '已请工作人员加入，请在此稍候。',
    joined: '{name} 已加入，现在由真人与您交流。',
    released: '现在由助手继续回答。',
    missed: '抱歉，没有人能及时赶来。现在由助手继续回答。',
    closed: '目前没有工作人员在线。',
    writeFirst: '请先写下您的问题，然后再请求人工服务。',
    notTold: '目前尚未通知任何人。',
    member: '团队成员',
    tooManyHandoffs: '此处请求人工服务的次数过多，请稍后再试。',
    fieldRequired: '请填写此项。',
    fieldEmail: '请输入电子邮件地址，例如 ana@example.com。',
    fieldPhone: '请输入 5 到 15 位数字的电话号码。',
    fieldChoice: '请选择其中一个答案。',
    fieldText: '最多可输入 1000 个字符。',
    consent: '请阅读并确认上面的内容，它可能已更改。',
    tooManyLeads: '您已多次提交此表单。',
  },
  ja: {
    waiting: '担当者に参加をお願いしました。このまま少しお待ちください。',
    joined: '{name} が参加しました。ここからは人がお答えします。',
    released: '再びアシスタントがお答えします。',
    missed:
      '申し訳ありません。時間内に対応できる者がいませんでした。再びアシスタントがお答えします。',
    closed: 'ただいま対応できる者がおりません。',
    writeFirst: '先にご質問を書いてから、担当者をお呼びください。',
    notTold: 'まだ誰にも連絡されていません。',
    member: 'チームのスタッフ',
    tooManyHandoffs: 'ここからの呼び出しが多すぎます。後でもう一度お試しください。',
    fieldRequired: 'この項目を入力してください。',
    fieldEmail: 'ana@example.com のようなメールアドレスを入力してください。',
    fieldPhone: '5～15 桁の電話番号を入力してください。',
    fieldChoice: '選択肢から一つ選んでください。',
    fieldText: '1,000 文字以内で入力してください。',
    consent: '上の文を読んで確認してください。変更された可能性があります。',
    tooManyLeads: 'このフォームはすでに何度か送信されています。',
  },
}

export const peopleSentencesIn = (language: string): Sentences => sentences[language] ?? inEnglish

/** The name that visitors see: never an address. */
export const nameFor = (displayName: string | null, language: string): string =>
  displayName ?? peopleSentencesIn(language).member

/** Below a message of a person. */
export const authorNote = (name: string | null, language: string): string => {
  const { member } = peopleSentencesIn(language)
  return name === null ? capitalized(member) : `${name} · ${member}`
}

/** What a change of who answers means to the visitor. */
export const handlingSentence = (
  { cause, name }: Pick<HandlingState, 'cause' | 'name'>,
  language: string,
): string => {
  const { waiting, joined, released, missed } = peopleSentencesIn(language)
  if (cause === 'taken') return capitalized(joined.replace('{name}', () => nameFor(name, language)))
  return { asked: waiting, released, missed }[cause]
}

/** A name such as “a member of the team” may begin the sentence. */
const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** With a sentence for the visitor, and the time of the next opening. */
export const handoffUnavailable = (sentence: string, opensAt: string | null) =>
  problem(409, 'handoff_unavailable', sentence, { extra: { opens_at: opensAt } })
