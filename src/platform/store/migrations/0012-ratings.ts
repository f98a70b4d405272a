import type { Statements } from './migrations.ts'

/**
 * A rating for each answer. Before, a conversation had one rating; the page showed it at the last
 * answer, so it moves there.
 */
export const ratings: Statements = ({ id, text }) => [
  `alter table messages add column rating ${id}`,
  `alter table messages add column rating_comment ${text}`,
  `update messages set
    rating = (select c.rating from conversations c where c.id = messages.conversation_id),
    rating_comment = (
      select c.rating_comment from conversations c where c.id = messages.conversation_id
    )
  where role = 'assistant'
    and conversation_id in (select id from conversations where rating is not null)
    and turn = (
      select max(last.turn) from messages last
      where last.conversation_id = messages.conversation_id and last.role = 'assistant'
    )`,
]
