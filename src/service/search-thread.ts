// The entry of the thread that searches large sets of sources.
import { serveSearches } from '../features/retrieval/thread.ts'

serveSearches()
