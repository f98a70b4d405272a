/**
 * Sentences of the service that the Studio knows in other languages: English is the key. A sentence
 * that has no pattern here is shown unchanged.
 */

/** Why an attempt of a delivery failed. */
export const failures = {
  status: /^Answered with status (\d+)\.$/,
  redirect: /^Answered with a redirect \((\d+)\), which is not followed\.$/,
  timeout: /^No answer within (\d+) ms\.$/,
  refused: /^The connection was refused\.$/,
  reset: /^The connection was reset\.$/,
  closed: /^The connection was closed before an answer came\.$/,
  unreachable: /^The host cannot be reached\.$/,
  unresolved: /^The host name (\S+) could not be resolved\.$/,
  insecure: /^No secure connection could be made: .*$/,
  certificate: /^The certificate was not accepted: (.*)$/,
  notHttp: /^The answer was not valid HTTP\.$/,
  deleted: /^Dropped: the webhook was deleted\.$/,
  deactivated: /^Dropped: the webhook was deactivated\.$/,
}

/** Why a source failed. */
export const reasons = {
  packages: /Reading photos and scans needs optional packages\.[^“]{0,60}“([^”]{1,200})”/,
  hardPicture: /^The picture is hard to read.*/,
  hardPages: /^Pages? ([\d, …]+) (?:is|are) hard to read[^.]*\.$/,
  latePages: /^Pages? ([\d, …]+) (?:is|are) without text and not read.*/,
  largePicture: /^The picture has (\d+ × \d+) pixels.*/,
  dropped: /^The source has changed, so corrections were dropped \((\d+)\): (.*)$/,
  onlyImages: /^This PDF contains only images of text\..*/,
  password: /^This PDF is protected by a password\..*/,
  damaged: /^(?:This PDF|The file|The picture) is damaged\..*/,
  unreadable: /^The file could not be read\..*/,
  fileType: /^This file type is not supported\.$/,
  workbook: /^This is a binary Excel workbook\..*/,
  document: /^This is an OpenDocument or EPUB file\..*/,
  encoding: /^The file is not in UTF-8 and was read as (\S+)\. .*/,
  zip: /^This is a zip file\..*/,
  unpacked: /^The file unpacks to more than 64 MB.*/,
  slow: /^Reading the file took too long\..*/,
  memory: /^Reading the file needs too much memory\..*/,
  pages: /^The file has ([\d,]+) pages; a source can have at most ([\d,]+)\..*/,
  signIn: /^The address needs a sign-in.*/,
  noPage: /^There is no page at this address.*/,
  status: /^The website answered with status (\d+)\..*/,
  timeout: /^The website did not answer within ([\d.]+) seconds\.$/,
  noHost: /^The host (\S+) was not found\.$/,
  unreachable: /^The website (\S+) could not be reached\.$/,
  certificate: /^The certificate of (\S+) is not valid\.$/,
  large: /^The page is larger than 5 MB\.$/,
  noindex: /^The page asks not to be indexed.*/,
  script: /^The page shows its text only with JavaScript.*/,
  noText: /^The (?:page|source) has no readable text\.$/,
  otherSite: /^The page is on another website\.$/,
  notPage: /^The address is not a web page \((.*)\)\.$/,
  redirects: /^The address redirects.*/,
  robots: /^The file robots\.txt of the website.*/,
  slowSite: /^The website was too slow: reading stopped after 30 minutes\.$/,
  full: /^Reading stopped, because the organization has no room.*/,
}

/** Says a sentence in another language; `$1` is what the pattern found. */
export const sayer =
  <Name extends string>(patterns: Record<Name, RegExp>, texts: Record<Name, string>) =>
  (sentence: string): string => {
    for (const name in patterns) {
      if (patterns[name].test(sentence)) return sentence.replace(patterns[name], texts[name])
    }
    return sentence
  }
