export const inEnglish = {
  /** Always visible, so that every visitor knows that no person answers. */
  assistant: 'AI assistant',
  demo: 'demo',
  ask: 'Ask anything…',
  send: 'Send',
  stop: 'Stop',
  menu: 'Menu',
  startOver: 'Start over',
  end: 'End conversation',
  forget: 'Delete my conversation',
  language: 'Language',
  about: 'About this page',
  close: 'Close',
  cancel: 'Cancel',
  deleteTitle: 'Delete this conversation?',
  deleteText: 'Everything you wrote and every answer will be deleted for good.',
  deleteNow: 'Delete',
  /** This is not shown in a panel on a website. Empty where the language needs no such sentence. */
  aboutScan: 'You scanned a code.',
  aboutText:
    'An AI answers your questions here, using what the owner of the code has told it. It can be wrong: for anything important, please ask a person.',
  demoText:
    'This is a demo: no AI model is connected, and the answers are sentences from the owner’s own text.',
  /** In two sentences. */
  privacy:
    'What you write is stored for the owner of this code and passed to the AI that answers; your IP address is not stored. You can delete your conversation in the menu at any time.',
  /** The link to the privacy policy of the owner. */
  privacyPolicy: 'Privacy policy',
  copy: 'Copy',
  copied: 'Copied',
  good: 'Good answer',
  bad: 'Bad answer',
  /** Asks for a comment after a bad rating. */
  why: 'What was wrong? (optional)',
  thanks: 'Thank you for the feedback',
  listen: 'Read aloud',
  /** Voice input. */
  speak: 'Speak',
  retry: 'Try again',
  newest: 'Jump to the newest',
  /**
   * The author of a message, for screen readers. Others recognize the author by the side of the
   * message.
   */
  you: 'You',
  stopped: 'Stopped',
  unsent: 'Not sent yet',
  offline: 'You are offline.',
  reconnecting: 'Reconnecting…',
  kept: 'Your message is kept and will be sent.',
  closed: 'This conversation has ended.',
  timedOut: 'This conversation ended after a long pause.',
  limit: 'This conversation has reached its limit.',
  forgotten: 'Your conversation has been deleted.',
  failed: 'That did not work. Please try again.',
  /** Shown without JavaScript, while a long answer is being written. */
  writing: 'The answer is still being written.',
  more: 'Show the rest',
  /** The button with which a visitor asks for a person. */
  person: 'Talk to a person',
  /** Behind the name of a person who answers. */
  human: 'person',
  /** While the visitor waits for a person. */
  maxWait: 'Maximum wait: {time}',
  typing: '{name} is writing…',
  /** When nobody is there: the time from which people answer. */
  opens: 'Open again: {time}',
  /** The answers of a field of a form. */
  yes: 'Yes',
  no: 'No',
  /** After the form with an address was sent. */
  sent: 'Thank you. Your message has arrived.',
  unknown: {
    title: 'This code leads nowhere',
    text: 'It may be misprinted, or it was removed. Please ask the people whose code it is.',
  },
  archived: {
    title: 'This code is no longer in use',
    text: 'Its owner has closed it. Please ask on the spot.',
  },
  unavailable: { title: 'Not reachable at the moment', text: 'Please scan again in a minute.' },
}
