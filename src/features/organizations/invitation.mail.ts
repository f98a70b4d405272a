import type { OwnerLanguage } from '#contract/languages.ts'
import {
  layOutMail,
  type MailBrand,
  type MailMessage,
  nameOnOneLine,
  readableTime,
} from '../../platform/mail/layout.ts'
import type { MailKinds } from '../../platform/mail/mail.ts'

declare module '../../platform/mail/mail.ts' {
  interface MailKinds {
    invitation: {
      invitationId: string
      expiresAt: number
      /** Absent in mails that an earlier version queued. */
      organizationId?: string
      organizationName: string
      role: string
      /** Null when nobody has confirmed the address of the inviter. */
      inviterEmail: string | null
      /** Of the invited person, if known, or of the inviter. */
      language?: OwnerLanguage
    }
  }
}

interface InvitationText extends Omit<MailKinds['invitation'], 'invitationId' | 'organizationId'> {
  link: string
  brand?: MailBrand | null
}

const en = {
  opening: (inviter: string | null) =>
    inviter === null ? 'You are invited' : `${inviter} invites you`,
  subject: (opening: string, name: string) => `${opening} to ${name}`,
  text: (opening: string, name: string) =>
    `${opening} to join ${name} on QPR, the service for QR codes that talk.`,
  roles: {
    owner:
      'As an owner you may do everything, including changing the plan and deleting the ' +
      'organization.',
    admin: 'As an admin you manage codes, members, webhooks and keys.',
    editor: 'As an editor you write, change and archive codes.',
    viewer: 'As a viewer you read codes, scans and conversations.',
  } as Record<string, string>,
  until: (time: string) => `The invitation is valid until ${time}.`,
  open: 'See the invitation',
  footnote: 'If you did not expect this mail, ignore it: nothing happens unless you accept.',
}

const words: Record<OwnerLanguage, typeof en> = {
  en,
  de: {
    opening: (inviter) => (inviter === null ? 'Sie sind eingeladen' : `${inviter} lädt Sie ein`),
    subject: (opening, name) => `${opening}, ${name} beizutreten`,
    text: (opening, name) =>
      `${opening}, ${name} bei QPR beizutreten, dem Dienst für QR-Codes, die sprechen.`,
    roles: {
      owner: 'Als Inhaber dürfen Sie alles, auch den Tarif ändern und die Organisation löschen.',
      admin: 'Als Verwalter verwalten Sie Codes, Mitglieder, Webhooks und Schlüssel.',
      editor: 'Als Redakteur schreiben, ändern und archivieren Sie Codes.',
      viewer: 'Als Leser lesen Sie Codes, Scans und Gespräche.',
    },
    until: (time) => `Die Einladung gilt bis ${time}.`,
    open: 'Einladung ansehen',
    footnote:
      'Wenn Sie diese Mail nicht erwartet haben, tun Sie nichts: Nur wenn Sie annehmen, geschieht etwas.',
  },
  fr: {
    opening: (inviter) => (inviter === null ? 'Vous êtes invité' : `${inviter} vous invite`),
    subject: (opening, name) => `${opening} à rejoindre ${name}`,
    text: (opening, name) =>
      `${opening} à rejoindre ${name} sur QPR, le service des codes QR qui parlent.`,
    roles: {
      owner:
        'Comme propriétaire, vous pouvez tout faire, y compris changer de formule et supprimer ' +
        'l’organisation.',
      admin: 'Comme administrateur, vous gérez les codes, les membres, les webhooks et les clés.',
      editor: 'Comme éditeur, vous rédigez, modifiez et archivez des codes.',
      viewer: 'Comme lecteur, vous voyez les codes, les scans et les conversations.',
    },
    until: (time) => `L’invitation est valable jusqu’au ${time}.`,
    open: 'Voir l’invitation',
    footnote:
      'Si vous n’attendiez pas cet e-mail, ignorez-le : rien ne se passe tant que vous n’acceptez pas.',
  },
  es: {
    opening: (inviter) => (inviter === null ? 'Le invitan' : `${inviter} le invita`),
    subject: (opening, name) => `${opening} a unirse a ${name}`,
    text: (opening, name) =>
      `${opening} a unirse a ${name} en QPR, el servicio de códigos QR que hablan.`,
    roles: {
      owner:
        'Como propietario puede hacerlo todo, incluso cambiar el plan y eliminar la organización.',
      admin: 'Como administrador gestiona códigos, miembros, webhooks y claves.',
      editor: 'Como editor escribe, cambia y archiva códigos.',
      viewer: 'Como lector ve códigos, escaneos y conversaciones.',
    },
    until: (time) => `La invitación es válida hasta el ${time}.`,
    open: 'Ver la invitación',
    footnote: 'Si no esperaba este correo, ignórelo: no ocurre nada mientras no acepte.',
  },
  it: {
    opening: (inviter) => (inviter === null ? 'È invitato' : `${inviter} la invita`),
    subject: (opening, name) => `${opening} a unirsi a ${name}`,
    text: (opening, name) =>
      `${opening} a unirsi a ${name} su QPR, il servizio dei codici QR che parlano.`,
    roles: {
      owner:
        'Come proprietario può fare tutto, anche cambiare piano ed eliminare l’organizzazione.',
      admin: 'Come amministratore gestisce codici, membri, webhook e chiavi.',
      editor: 'Come redattore scrive, modifica e archivia codici.',
      viewer: 'Come lettore vede codici, scansioni e conversazioni.',
    },
    until: (time) => `L’invito è valido fino a ${time}.`,
    open: 'Vedi l’invito',
    footnote: 'Se non si aspettava questa e-mail, la ignori: non succede nulla finché non accetta.',
  },
}

export const invitationMail = (invitation: InvitationText): MailMessage => {
  const { inviterEmail, language = 'en' } = invitation
  const { opening, subject, text, roles, until, open, footnote } = words[language]
  // A new member knows the public name rather than the internal one.
  const name = nameOnOneLine(invitation.brand?.name ?? invitation.organizationName)
  const said = opening(inviterEmail)
  return layOutMail({
    brand: invitation.brand,
    language,
    subject: subject(said, name),
    paragraphs: [
      text(said, name),
      roles[invitation.role] ?? '',
      until(readableTime(invitation.expiresAt, language)),
    ],
    button: { label: open, link: invitation.link },
    footnote,
  })
}
