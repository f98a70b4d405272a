// The program of the child process that reads what others wrote: files and pages of websites.

import { readWebPage } from '../features/reading/page.reader.ts'
import { readKnowledge } from '../features/reading/reader.ts'
import { parseRobots, selectAddresses } from '../features/reading/robots.rules.ts'
import { serveParent } from '../platform/kit/child.main.ts'

serveParent({ readKnowledge, readWebPage, parseRobots, selectAddresses })
