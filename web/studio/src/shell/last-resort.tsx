import { Component, type ReactNode } from 'react'
import type { OwnerLanguage } from '#contract/languages.ts'
import { studioPath } from '../api/place.ts'
import { Button, ButtonAnchor } from '../ui/button.tsx'
import { currentLanguage } from '../words/words.tsx'

// These texts are not in words/: that file may be the one that failed to load.
const texts: Record<
  OwnerLanguage,
  Record<'title' | 'text' | 'retry' | 'home' | 'details', string>
> = {
  en: {
    title: 'The Studio could not be shown',
    text: 'An error stopped it, or a part of it could not be loaded. What you saved is safe. Check your connection, then try again.',
    retry: 'Try again',
    home: 'Go to the start',
    details: 'For support:',
  },
  de: {
    title: 'Das Studio lässt sich gerade nicht anzeigen',
    text: 'Ein Fehler hat es angehalten, oder ein Teil davon konnte nicht geladen werden. Was Sie gespeichert haben, ist sicher. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    retry: 'Noch einmal versuchen',
    home: 'Zum Anfang',
    details: 'Für den Support:',
  },
  fr: {
    title: 'Le Studio ne peut pas s’afficher',
    text: 'Une erreur l’a arrêté, ou une partie n’a pas pu être chargée. Ce que vous avez enregistré est en sécurité. Vérifiez votre connexion, puis réessayez.',
    retry: 'Réessayer',
    home: 'Aller à l’accueil',
    details: 'Pour l’assistance :',
  },
  es: {
    title: 'No se puede mostrar el Studio',
    text: 'Un error lo ha detenido, o no se ha podido cargar una parte. Lo que ha guardado está a salvo. Compruebe su conexión e inténtelo de nuevo.',
    retry: 'Intentar de nuevo',
    home: 'Ir al inicio',
    details: 'Para el soporte:',
  },
  it: {
    title: 'Lo Studio non si può mostrare',
    text: 'Un errore lo ha fermato, oppure una parte non si è caricata. Ciò che ha salvato è al sicuro. Verifichi la connessione e riprovi.',
    retry: 'Riprova',
    home: 'Vai alla pagina iniziale',
    details: 'Per l’assistenza:',
  },
}

/** The outermost error page. It depends on nothing that could fail as well. */
export const LastResort = ({ error }: { error: unknown }) => {
  const language = currentLanguage()
  const { title, text, retry, home, details } = texts[language]
  return (
    <main lang={language} className="mx-auto flex max-w-160 flex-col gap-4 px-4 py-16">
      <h1 className="text-title font-semibold tracking-tight">{title}</h1>
      <p role="alert">{text}</p>
      <p className="flex flex-wrap gap-2">
        <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
          {retry}
        </Button>
        <ButtonAnchor href={studioPath}>{home}</ButtonAnchor>
      </p>
      <p className="font-mono text-small wrap-anywhere text-muted">
        {details} {String(error)}
      </p>
    </main>
  )
}

/** Around the whole Studio. */
export class RootBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  override render() {
    const { error } = this.state
    return error === null ? this.props.children : <LastResort error={error} />
  }
}
