// The program of the child process that reads what others wrote: files and pages of websites.
import { serveParent } from '../kit/child.main.ts'
import { readKnowledge } from '../knowledge/processing/reader.ts'
import { readWebPage } from '../knowledge/web/page.reader.ts'
import { parseRobots, selectAddresses } from '../knowledge/web/robots.reader.ts'

serveParent({ readKnowledge, readWebPage, parseRobots, selectAddresses })
