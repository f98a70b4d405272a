/** The page's own words, in the languages that it speaks. What the owner wrote stays as it is. */
export interface ScanWords {
  /** Said plainly, always visible. */
  assistant: string
  unknown: { title: string; text: string }
  archived: { title: string; text: string }
  unavailable: { title: string; text: string }
}

export const scanLanguages = [
  'en',
  'de',
  'es',
  'fr',
  'pt',
  'it',
  'pl',
  'tr',
  'ar',
  'zh',
  'ja',
] as const
export type ScanLanguage = (typeof scanLanguages)[number]

export const isRightToLeft = (language: ScanLanguage): boolean => language === 'ar'

export const scanWords: Record<ScanLanguage, ScanWords> = {
  en: {
    assistant: 'AI assistant',
    unknown: {
      title: 'This code leads nowhere',
      text: 'It may be misprinted, or it was removed. Please ask the people whose code it is.',
    },
    archived: {
      title: 'This code is no longer in use',
      text: 'Its owner has closed it. Please ask on the spot.',
    },
    unavailable: {
      title: 'Not reachable at the moment',
      text: 'Please scan again in a minute.',
    },
  },
  de: {
    assistant: 'KI-Assistent',
    unknown: {
      title: 'Dieser Code führt nirgendwohin',
      text: 'Vielleicht ist er falsch gedruckt, oder er wurde entfernt. Bitte fragen Sie dort nach, wo Sie ihn gefunden haben.',
    },
    archived: {
      title: 'Dieser Code wird nicht mehr benutzt',
      text: 'Er wurde geschlossen. Bitte fragen Sie vor Ort nach.',
    },
    unavailable: {
      title: 'Zurzeit nicht erreichbar',
      text: 'Bitte scannen Sie in einer Minute noch einmal.',
    },
  },
  es: {
    assistant: 'Asistente de IA',
    unknown: {
      title: 'Este código no lleva a ninguna parte',
      text: 'Puede estar mal impreso o haber sido eliminado. Pregunte donde lo encontró.',
    },
    archived: {
      title: 'Este código ya no se usa',
      text: 'Su propietario lo ha cerrado. Pregunte en el lugar, por favor.',
    },
    unavailable: {
      title: 'No disponible en este momento',
      text: 'Vuelva a escanear dentro de un minuto, por favor.',
    },
  },
  fr: {
    assistant: 'Assistant IA',
    unknown: {
      title: 'Ce code ne mène nulle part',
      text: 'Il est peut-être mal imprimé, ou il a été supprimé. Renseignez-vous là où vous l’avez trouvé.',
    },
    archived: {
      title: 'Ce code n’est plus utilisé',
      text: 'Son propriétaire l’a fermé. Renseignez-vous sur place.',
    },
    unavailable: {
      title: 'Indisponible pour le moment',
      text: 'Veuillez scanner à nouveau dans une minute.',
    },
  },
  pt: {
    assistant: 'Assistente de IA',
    unknown: {
      title: 'Este código não leva a lado nenhum',
      text: 'Pode estar mal impresso ou ter sido removido. Pergunte onde o encontrou.',
    },
    archived: {
      title: 'Este código já não está em uso',
      text: 'Foi encerrado por quem o criou. Pergunte no local, por favor.',
    },
    unavailable: {
      title: 'Indisponível de momento',
      text: 'Leia o código novamente dentro de um minuto, por favor.',
    },
  },
  it: {
    assistant: 'Assistente IA',
    unknown: {
      title: 'Questo codice non porta da nessuna parte',
      text: 'Forse è stampato male o è stato rimosso. Chiedi dove lo hai trovato.',
    },
    archived: {
      title: 'Questo codice non è più in uso',
      text: 'Il proprietario lo ha chiuso. Chiedi sul posto.',
    },
    unavailable: {
      title: 'Al momento non raggiungibile',
      text: 'Scansiona di nuovo tra un minuto.',
    },
  },
  pl: {
    assistant: 'Asystent AI',
    unknown: {
      title: 'Ten kod donikąd nie prowadzi',
      text: 'Może być źle wydrukowany albo został usunięty. Zapytaj tam, gdzie go znalazłeś.',
    },
    archived: {
      title: 'Ten kod nie jest już używany',
      text: 'Właściciel go zamknął. Zapytaj na miejscu.',
    },
    unavailable: {
      title: 'Chwilowo niedostępne',
      text: 'Zeskanuj ponownie za minutę.',
    },
  },
  tr: {
    assistant: 'Yapay zekâ asistanı',
    unknown: {
      title: 'Bu kod hiçbir yere götürmüyor',
      text: 'Yanlış basılmış ya da kaldırılmış olabilir. Lütfen bulduğunuz yerde sorun.',
    },
    archived: {
      title: 'Bu kod artık kullanılmıyor',
      text: 'Sahibi kapattı. Lütfen yerinde sorun.',
    },
    unavailable: {
      title: 'Şu anda ulaşılamıyor',
      text: 'Lütfen bir dakika sonra yeniden okutun.',
    },
  },
  ar: {
    assistant: 'مساعد ذكاء اصطناعي',
    unknown: {
      title: 'هذا الرمز لا يؤدي إلى أي مكان',
      text: 'ربما طُبع خطأً أو أُزيل. يُرجى السؤال في المكان الذي وجدته فيه.',
    },
    archived: {
      title: 'لم يعد هذا الرمز مستخدَمًا',
      text: 'أغلقه صاحبه. يُرجى السؤال في المكان نفسه.',
    },
    unavailable: {
      title: 'غير متاح حاليًا',
      text: 'يُرجى المسح مرة أخرى بعد دقيقة.',
    },
  },
  zh: {
    assistant: 'AI 助手',
    unknown: {
      title: '此二维码无法打开任何内容',
      text: '可能印刷有误或已被移除。请向提供此码的人询问。',
    },
    archived: {
      title: '此二维码已停用',
      text: '所有者已将其关闭。请在现场询问。',
    },
    unavailable: {
      title: '暂时无法访问',
      text: '请一分钟后重新扫描。',
    },
  },
  ja: {
    assistant: 'AIアシスタント',
    unknown: {
      title: 'このコードはどこにもつながっていません',
      text: '印刷の誤りか、削除された可能性があります。見つけた場所でお尋ねください。',
    },
    archived: {
      title: 'このコードは現在使われていません',
      text: '所有者が閉じました。その場でお尋ねください。',
    },
    unavailable: {
      title: 'ただいまご利用いただけません',
      text: '1分後にもう一度スキャンしてください。',
    },
  },
}
