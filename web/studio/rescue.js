// Runs before the Studio: where that cannot even be loaded, the reader sees why, and a way on.
;(() => {
  const texts = {
    en: [
      'The Studio could not be loaded',
      'Check your connection, then try again. If it stays like this, your browser may be too old for the Studio.',
      'Try again',
      'Go to the start',
    ],
    de: [
      'Das Studio konnte nicht geladen werden',
      'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal. Bleibt es so, ist Ihr Browser vielleicht zu alt für das Studio.',
      'Noch einmal versuchen',
      'Zum Anfang',
    ],
  }
  const rescue = () => {
    const place = document.getElementById('studio')
    // What stands there has a boundary of its own.
    if (!place || place.hasChildNodes()) return
    const language = String(navigator.language).startsWith('de') ? 'de' : 'en'
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
  // Also that a script could not be loaded, which only the element itself tells.
  addEventListener('error', rescue, true)
})()
