import type { DemoWords } from './says.ts'

export type SmallTalk = Exclude<keyof DemoWords, 'unknown' | 'unsure'>

/** Folded. The first text lists whole words, the second parts of words. The first match wins. */
export const smallTalk: [SmallTalk, words: string, parts: string][] = [
  [
    'private',
    `(?:your|the|system|initial|hidden|previous|above|secret|all|prior) (?:system |
      initial |hidden |previous )?(?:prompts?|instructions?|guidelines)|system ?prompt|
    ignore (?:all|your|the|any|previous|everything)|
    (?:deine?|ihre?|obigen?|vorherigen?|allen?) (?:anweisung\\w*|instruktion\\w*|vorgaben)|
    (?:tus|sus|las) instrucciones|(?:tes|vos|les) (?:instructions|consignes)|
    (?:suas|tuas|as) instrucoes|(?:tue|sue) istruzioni|(?:twoje|swoje) instrukcje|talimatlar\\w*`,
    '提示词|系统提示|[你您]的(?:指令|指示)|プロンプト|(?:あなた|君)(?:へ)?の指示|指示を|تعليماتك',
  ],
  [
    'about',
    `(?:are you|is this|am i talking to) (?:really )?(?:an? )?(?:real |actual )?(?:ai|bot|robot|
      human|person|machine|chatbot|chatgpt|gpt|computer|alive)|who are you|what are you|
    are you real|
    (?:bist du|sind sie|ist das) (?:eine? )?(?:echter? )?(?:ki|bot|roboter|mensch|person|maschine|
      chatbot|computer)|wer bist du|wer sind sie|was bist du|
    eres (?:un|una|humano|real|ia)|quien eres|
    (?:es-tu|etes-vous|tu es|vous etes) (?:une?|humain)|qui es-tu|qui etes-vous|
    (?:voce e|es) (?:uma?|humano)|quem e voce|
    sei (?:un |una |un')(?:robot|ia|umano|persona|bot|intelligenza)|chi sei|
    jestes (?:robotem|botem|czlowiekiem|ai|sztuczna)|kim jestes|
    kimsin|kimsiniz|(?:robot|bot|insan|yapay zeka) (?:musun|misin|musunuz|misiniz)`,
    `[你您]是(?:谁|机器人|人工智能|真人|人类|ai)|(?:ai|ロボット|人間|ボット)です|
    (?:あなた|君)は(?:誰|だれ)|من انت|هل انت (?:روبوت|انسان|ذكاء|الي|شخص)`,
  ],
  [
    'help',
    `what (?:can|do) you (?:do|know|help)|how can you help|what can i ask|^help$|
    was kannst du|was konnen sie|was weisst du|wobei .*helfen|^hilfe$|
    que (?:puedes|sabes) hacer|que sabes|^ayuda$|que (?:peux-tu|pouvez-vous|sais-tu) faire|^aide$|
    o que (?:voce )?(?:pode|sabe|faz)|^ajuda$|(?:che )?cosa (?:puoi|sai) fare|^aiuto$|
    co (?:potrafisz|umiesz|mozesz)|^pomoc$|ne(?:ler)? yapabilirsin\\w*|^yardim$`,
    `你[能会](?:做|帮)|(?:能|可以)帮我什么|^帮助$|何が(?:でき|聞け)|^ヘルプ$|
    ماذا (?:يمكنك|تستطيع)|^مساعده$`,
  ],
  [
    'thanks',
    `thanks?|thank you|thx|danke\\w*|vielen dank|gracias|merci|obrigad[oa]|grazie|
    dziek\\w*|tesekkur\\w*|sagol`,
    '谢谢|感谢|ありがとう|شكرا',
  ],
  [
    'bye',
    `bye|goodbye|see you|tschuss|auf wiedersehen|adios|hasta luego|au revoir|a bientot|
    tchau|adeus|ate logo|arrivederci|do widzenia|gorusuruz|hosca ?kal\\w*`,
    '再见|拜拜|さようなら|またね|バイバイ|مع السلامه|وداعا',
  ],
  [
    'greeting',
    `hi|hello|hey|good (?:morning|evening|afternoon|day)|hallo|guten (?:tag|morgen|
    abend)|moin|servus|gruss gott|hola|buenos dias|buenas(?: tardes| noches)?|bonjour|bonsoir|
    salut|coucou|ola|oi|bom dia|boa (?:tarde|noite)|ciao|buongiorno|buonasera|salve|czesc|
    dzien dobry|dobry wieczor|witam|merhaba|selam|gunaydin|iyi (?:gunler|aksamlar)`,
    '你好|您好|早上好|晚上好|こんにちは|こんばんは|おはよう|مرحبا|اهلا|السلام عليكم|(?:صباح|مساء) الخير',
  ],
]
