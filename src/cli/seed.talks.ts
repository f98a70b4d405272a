/** What visitors of the demo codes ask, and what they are told, by the name of the code. */
export const demoTalks: Record<string, readonly (readonly [question: string, answer: string])[]> = {
  'Harbour Hotel, rooms': [
    ['When is breakfast?', 'From 7:00 to 10:30 in the winter garden, on Sundays until 11:30.'],
    ['Where is the pool?', 'On the fifth floor. It is open from 6:30 to 22:00.'],
    ['Can I check out later?', 'Yes, until 14:00 for 30 euros. Please ask the reception.'],
    ['Is there a gym?', 'I do not know that. The reception can tell you: dial 9.'],
  ],
  'Harbour Hotel, spa': [
    ['When is the sauna open?', 'From 14:00 to 22:00. Towels are there.'],
    ['What does a massage cost?', 'From 60 euros for 50 minutes, booked at the spa desk.'],
  ],
  'Harbour Hotel, meeting rooms': [
    ['How do I switch on the projector?', 'With the silver remote control.'],
    ['When is coffee?', 'At 10:00 and at 15:00.'],
  ],
  'Harbour Circle': [
    ['How many points do I need?', '100 points are one free night; each night brings 10.'],
    ['Do points expire?', 'Yes, after 24 months.'],
  ],
  'Concierge Lena': [['When is Lena in?', 'From Tuesday to Saturday. Her desk is in the lobby.']],
  'Café Marzipan, tables': [
    ['What is vegan?', 'The apple crumble is vegan.'],
    ['Do you have oat milk?', 'Yes, at no extra cost.'],
    ['Are dogs allowed?', 'Dogs are welcome.'],
    ['Is the cake gluten-free?', 'I do not know that. Please ask at the bar.'],
  ],
  'Café Marzipan, take-away': [
    ['What does a whole cake cost?', '32 euros. It needs a day’s notice.'],
  ],
  'Löwen-Apotheke, opening hours': [
    ['Are you open on Saturday?', 'Yes, from 8:30 to 13:00.'],
    ['When can I fetch my prescription?', 'Ordered by noon, it is ready at 16:00.'],
  ],
  'Bookshop at the gate': [
    ['Can you order a book?', 'Yes, it arrives the next day before 10:00.'],
    ['When is the reading group?', 'On the first Thursday of the month at 19:30.'],
  ],
  'Guided walk: seven towers': [['When does it start?', 'Daily at 11:00 at the Holstentor.']],
  'Altstadt stamp card': [['What is a full card worth?', 'Ten stamps are a voucher of 10 euros.']],
}

export const demoComments = ['That did not answer my question.', 'Too short.', 'It was closed.']
