// Runs before the Studio and shows a message when the Studio itself cannot be loaded.
;(() => {
  const texts = {
    en: [
      'The Studio could not be loaded',
      'Check your connection, then try again. If the problem persists, your browser may be too old for the Studio.',
      'Try again',
      'Go to the start page',
    ],
    de: [
      'Das Studio konnte nicht geladen werden',
      'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal. Besteht das Problem weiter, ist Ihr Browser vielleicht zu alt für das Studio.',
      'Noch einmal versuchen',
      'Zur Startseite',
    ],
    fr: [
      'Le Studio n’a pas pu être chargé',
      'Vérifiez votre connexion, puis réessayez. Si le problème persiste, votre navigateur est peut-être trop ancien pour le Studio.',
      'Réessayer',
      'Aller à l’accueil',
    ],
    es: [
      'No se ha podido cargar el Studio',
      'Compruebe su conexión e inténtelo de nuevo. Si el problema continúa, puede que su navegador sea demasiado antiguo para el Studio.',
      'Intentar de nuevo',
      'Ir al inicio',
    ],
    it: [
      'Non è stato possibile caricare lo Studio',
      'Verifichi la connessione e riprovi. Se il problema continua, forse il suo browser è troppo vecchio per lo Studio.',
      'Riprova',
      'Vai alla pagina iniziale',
    ],
  }
  const rescue = () => {
    const place = document.getElementById('studio')
    // Once the Studio runs, its own error boundary takes over.
    if (!place || place.hasChildNodes()) return
    const reader = String(navigator.language).slice(0, 2)
    const language = reader in texts ? reader : 'en'
    const [title, text, again, home] = texts[language]
    const main = document.createElement('main')
    const add = (tag, content) => {
      const element = document.createElement(tag)
      element.textContent = content
      main.append(element)
      return element
    }
    main.lang = language
    main.className = 'rescue'
    place.append(main)
    add('h1', title)
    add('p', text).setAttribute('role', 'alert')
    add('button', again).addEventListener('click', () => location.reload())
    add('a', home).href = document.baseURI
  }
  // In the capture phase: an error event of a script that fails to load does not bubble.
  addEventListener('error', rescue, true)
})()
