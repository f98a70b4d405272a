// The order in which passages are found, by their words and by their vectors.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createIndex,
  createIndexCache,
  dotProduct,
  fuse,
  type Indexed,
  packVector,
  unpackVector,
} from './index.ts'

const passage = (id: string, text: string, more: Partial<Indexed> = {}): Indexed => ({
  id,
  title: 'Manual',
  headings: [],
  text,
  vector: null,
  ...more,
})

const indexOf = (...passages: Indexed[]) => {
  const index = createIndex()
  for (const one of passages) index.add(one)
  return {
    ...index,
    found: (question: string, vector: number[] | null = null, limit = 8) =>
      index
        .search({ question, vector: vector && packVector(vector), limit })
        .ranked.map(({ id }) => id),
    best: (question: string) => index.search({ question, vector: null, limit: 8 }).best,
  }
}

test('a passage is found by its words, its headings and its title', () => {
  const { found } = indexOf(
    passage('text', 'The sauna is warm.'),
    passage('heading', 'It is upstairs.', { headings: ['House', 'Library'] }),
    passage('title', 'It is open.', { title: 'Cocktails' }),
  )
  assert.deepEqual(
    ['Sauna?', 'library', 'cocktails', 'zebra', ''].map((question) => found(question)),
    [['text'], ['heading'], ['title'], [], []],
  )
})

test('a word in a heading counts more than in the text, and in the title less', () => {
  const { found } = indexOf(
    passage('title', 'one two', { title: 'sauna' }),
    passage('text', 'sauna two', { title: 'one' }),
    passage('heading', 'one two', { title: 'one', headings: ['sauna'] }),
  )
  assert.deepEqual(found('sauna'), ['heading', 'text', 'title'])
})

test('a word finds its other forms, and below them the compounds that it begins or ends', () => {
  const { found } = indexOf(
    passage('compound', 'Der Fahrradkeller.'),
    passage('same', 'Die Keller.'),
    passage('other', 'Das Dach.'),
  )
  assert.deepEqual(found('Keller'), ['same', 'compound'])
  assert.deepEqual(found('Fahrrad'), ['compound'])
  assert.deepEqual(found('Weinkeller'), ['same'])
  assert.deepEqual(found('kel'), [])
})

test('a misspelt word finds the word with nearly the same letters, if it occurs nowhere itself', () => {
  const { found } = indexOf(passage('massage', 'A massage.'), passage('message', 'A message.'))
  assert.deepEqual(found('masage'), ['massage'])
  assert.deepEqual(found('message'), ['message'])
  assert.deepEqual(found('zebra'), [])
})

test('a question in another language finds the passage of its topic', () => {
  const { found } = indexOf(
    passage('breakfast', 'Breakfast is from 7 to 10.'),
    passage('parking', 'The garage costs 5.'),
  )
  const questions = ['O której jest śniadanie?', '朝食は何時ですか', 'Où puis-je me garer ?']
  assert.deepEqual(
    questions.map((question) => found(question)[0]),
    ['breakfast', 'breakfast', 'parking'],
  )
})

test('the question before counts less than the question itself', () => {
  const index = createIndex()
  index.add(passage('sauna', 'The sauna is warm. On Sundays it opens at noon.'))
  index.add(passage('pool', 'The pool is deep. On Sundays it opens at nine.'))
  const found = (question: string, previous?: string) =>
    index.search({ question, previous, vector: null, limit: 8 }).ranked[0]?.id
  assert.equal(found('And on Sundays?', 'Where is the sauna?'), 'sauna')
  assert.equal(found('And on Sundays?', 'Where is the pool?'), 'pool')
  assert.equal(found('How deep is the pool?', 'Where is the sauna?'), 'pool')
})

test('words that occur in most passages are searched when no other word is known', () => {
  const passages = Array.from({ length: 20 }, (_, at) => passage(String(at), `sauna w${at}`))
  const { found } = indexOf(...passages, passage('wood', 'sauna sauna oven'))
  assert.equal(found('Which sauna?', null, 100).length, 21)
  assert.equal(found('Which sauna zebra?', null, 100).length, 21)
  assert.deepEqual(found('Which sauna oven?', null, 100), ['wood'])
})

test('a rare word decides against a frequent one', () => {
  const { found } = indexOf(
    ...[1, 2, 3, 4, 5].map((at) => passage(`bar${at}`, 'the bar is open')),
    passage('spa', 'the spa is open'),
  )
  assert.equal(found('is the spa or the bar open')[0], 'spa')
})

test('a word in more than a quarter of the passages is ignored, unless there are only 10', () => {
  const passages = (common: number, all: number) =>
    indexOf(
      ...Array.from({ length: all }, (_, at) =>
        passage(String(at), at < common ? `common w${at}` : `other${at}`),
      ),
    )
  // The second word tells: without it the first one is searched after all.
  const count = (common: number, all: number) =>
    passages(common, all).found(`common other${all - 1}`, null, 100).length
  assert.deepEqual([count(10, 20), count(11, 20), count(11, 44), count(12, 44)], [11, 1, 12, 1])
  assert.equal(passages(20, 20).found('common', null, 100).length, 20)
})

test('the best passage covers a share of the question in which rare words count more', () => {
  const { best } = indexOf(
    ...[1, 2, 3, 4].map((at) => passage(`bar${at}`, 'bar')),
    passage('spa', 'sauna upstairs'),
  )
  const rarity = (occurrences: number) => Math.log(1 + 6 / (occurrences + 0.5))
  assert.equal(best('sauna upstairs'), 1)
  assert.equal(best('zebra'), 0)
  assert.equal(best(''), 0)
  assert.equal(best('sauna sauna zebra'), rarity(1) / (rarity(1) + rarity(0)))
  assert.equal(best('sauna bar'), rarity(1) / (rarity(1) + rarity(4)))
})

test('at most the wanted number of passages is found', () => {
  const passages = Array.from({ length: 60 }, (_, at) =>
    passage(`${at}`.padStart(2, '0'), `sauna${at % 10} w${at}`, { vector: packVector([1, at]) }),
  )
  const { found } = indexOf(...passages)
  assert.equal(found('sauna1', null, 3).length, 3)
  assert.equal(found('sauna1', [1, 0], 3).length, 3)
  // Fifty candidates of the vectors, and two more of the words.
  assert.equal(found('w58 w59', [1, 0], 100).length, 52)
})

test('with vectors both orders are joined, and without a vector the words decide', () => {
  const { found } = indexOf(
    passage('words', 'sauna', { vector: packVector([0, 1]) }),
    passage('meaning', 'sweat', { vector: packVector([1, 0]) }),
    passage('neither', 'bar', { vector: packVector([-1, -1]) }),
  )
  assert.deepEqual(found('sauna', [1, 0.1]), ['words', 'meaning', 'neither'])
  assert.deepEqual(found('zebra', [1, 0.1]), ['meaning', 'words', 'neither'])
  assert.deepEqual(found('sauna'), ['words'])
  assert.deepEqual(indexOf(passage('words', 'sauna')).found('sauna', [1, 0]), ['words'])
})

test('a vector of another length is never ranked', () => {
  const { found } = indexOf(
    passage('same', 'sweat', { vector: packVector([0.1, 1]) }),
    passage('longer', 'bar', { vector: packVector([1, 0, 0]) }),
    passage('empty', 'pool', { vector: packVector([]) }),
  )
  assert.deepEqual(found('zebra', [1, 0.1]), ['same'])
  assert.deepEqual(found('zebra', [1, 0, 0, 0]), [])
})

test('vectors lead where the words of a question are not covered, words lead where they are, and a tie goes by the id', () => {
  assert.deepEqual(fuse(['a'], ['b'], 0), [
    { id: 'b', score: 1.5 / 6 },
    { id: 'a', score: 1 / 6 },
  ])
  assert.deepEqual(fuse(['a'], ['b'], 1), [
    { id: 'a', score: 1 / 6 },
    { id: 'b', score: 0.2 / 6 },
  ])
  assert.deepEqual(fuse(['a', 'b'], ['b', 'a'], 0), [
    { id: 'b', score: 1 / 7 + 1.5 / 6 },
    { id: 'a', score: 1 / 6 + 1.5 / 7 },
  ])
  // The fifth place of the words and the tenth of the vectors have the same score.
  const places = (last: string, count: number) => [
    ...Array.from({ length: count - 1 }, (_, at) => `${last}${at}`),
    last,
  ]
  const placeOf = (words: string, vectors: string) => {
    const ids = fuse(places(words, 5), places(vectors, 10), 0).map(({ id }) => id)
    return ids.indexOf(words) - ids.indexOf(vectors)
  }
  assert.deepEqual([placeOf('a', 'b'), placeOf('b', 'a')], [-1, 1])
})

test('a vector is stored with the length one, and compared by its angle', () => {
  const packed = packVector([3, 4])
  assert.equal(packed.byteLength, 8)
  assert.deepEqual(
    [...unpackVector(packed)].map((one) => one.toFixed(6)),
    ['0.600000', '0.800000'],
  )
  assert.deepEqual([...unpackVector(packVector([0, 0]))], [0, 0])
  const of = (a: number[], b: number[]) =>
    dotProduct(unpackVector(packVector(a)), unpackVector(packVector(b))).toFixed(3)
  assert.deepEqual(
    [of([2, 0], [5, 0]), of([1, 0], [0, 3]), of([1, 0], [-1, 0]), of([1, 1], [1, 0])],
    ['1.000', '0.000', '-1.000', '0.707'],
  )
  // Of another model.
  assert.equal(of([1, 0, 0], [1, 0]), '0.000')
})

test('the size of an index counts its words, their trigrams, each of their entries, and its vectors', () => {
  assert.equal(createIndex().bytes, 0)
  const index = createIndex()
  index.add(passage('a', 'hall view', { title: '', vector: packVector([1, 0]) }))
  const words = 2 * (200 + 2 * 4 + 4 * 16)
  assert.equal(index.bytes, words + 2 * 85 + 8)
  index.add(passage('b', 'hall', { title: '' }))
  assert.equal(index.bytes, words + 3 * 85 + 8)
})

test('a cache has the indexes used last, within its bytes, and always the newest', () => {
  const size = createIndexSize()
  const cache = createIndexCache(2 * size)
  const put = (key: string) => {
    const index = cache.begin(key)
    index.add(passage(key, 'sauna', { title: '' }))
    index.end()
  }
  const query = { question: 'sauna', vector: null, limit: 8 }
  const keys = () => ['a', 'b', 'c', 'd'].filter((key) => known(key))
  const known = (key: string) => cache.search(key, query)?.ranked[0]?.id === key
  cache.begin('unfinished').add(passage('x', 'sauna'))
  assert.equal(cache.search('unfinished', query), null)
  put('a')
  put('b')
  assert.deepEqual([cache.count(), cache.bytes()], [2, 2 * size])
  cache.search('a', query)
  put('c')
  assert.deepEqual([cache.search('b', query), cache.count()], [null, 2])
  assert.deepEqual(keys(), ['a', 'c'])
  const tiny = createIndexCache(0)
  const index = tiny.begin('only')
  index.add(passage('only', 'sauna'))
  index.end()
  assert.deepEqual([tiny.count(), tiny.search('only', query)?.ranked.length], [1, 1])
})

const createIndexSize = () => {
  const index = createIndex()
  index.add(passage('a', 'sauna', { title: '' }))
  return index.bytes
}
