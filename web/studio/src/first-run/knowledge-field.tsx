import { useState } from 'react'
import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { asProblem } from '../api/problem.ts'
import { useChange } from '../api/query.ts'
import { withHttps } from '../ui/address.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { subjectOf, useCodeSources } from '../ui/code/answered-blanks.ts'
import { TextField } from '../ui/field.tsx'
import { DropArea, FileButton } from '../ui/files.tsx'
import { Icon } from '../ui/icons.tsx'
import { useUploads } from '../ui/uploading.ts'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'

interface KnowledgeFieldProps {
  /** The blank that the document answers, such as `[your menu]`. */
  document: string | null
  codeId: string | null
  /** Sources belong to a code: creates it, unless it exists. */
  createCode: () => Promise<string>
}

/** A document or a website that the code answers from, in place of a line to type. */
export const KnowledgeField = ({ document, codeId, createCode }: KnowledgeFieldProps) => {
  const words = useWords()
  const { firstRun, knowledge } = words
  const { id: organization_id } = useOrganization()
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const { uploads, upload, dismiss } = useUploads()
  const add = useChange(qpr.knowledge.add, { changes: ['/v1/knowledge', '/v1/organizations'] })

  const attempt = async (work: (id: string) => Promise<unknown>) => {
    setProblem(undefined)
    try {
      await work(await createCode())
    } catch (error) {
      setProblem(problemText(words, asProblem(error)))
    }
  }
  const send = (files: File[]) =>
    attempt(async (id) => {
      for (const file of files) {
        await upload([file], { code_ids: id, name: nameOf(file.name, document) })
      }
    })
  const readWebsite = () =>
    attempt(async (id) => {
      await add.mutateAsync([
        { organization_id, kind: 'site', url: withHttps(url), code_ids: [id] },
      ])
      setUrl('')
    })

  const label = document === null ? firstRun.documents : firstRun.documentsOf(document.slice(1, -1))
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{label}</legend>
      <p className="mb-2 text-small text-muted">{firstRun.documentsText}</p>
      <DropArea onFiles={(files) => void send(files)} className="p-4">
        <FileButton
          icon="upload"
          isMany
          accept=".pdf,.docx,.xlsx,.pptx,.md,.markdown,.txt,.html,.htm,.csv"
          onFiles={(files) => void send(files)}
          field={{ 'aria-label': label }}
        >
          {firstRun.chooseFile}
        </FileButton>
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            className="min-w-48 flex-1"
            label={firstRun.website}
            name="website"
            inputMode="url"
            autoComplete="url"
            placeholder="www.example.com"
            value={url}
            onChange={setUrl}
            error={problem}
          />
          <Button
            isPending={add.isPending}
            disabled={url.trim() === ''}
            onClick={() => void readWebsite()}
          >
            {firstRun.readWebsite}
          </Button>
        </div>
        <ul aria-label={knowledge.uploads} className="flex flex-col gap-2 empty:hidden">
          {uploads.map(({ key, name, problem: refusal }) => (
            <li key={key} className="flex items-center gap-2 text-small">
              <bdi className="min-w-0 flex-1 wrap-anywhere">
                {refusal === null ? knowledge.uploading(name) : name}
              </bdi>
              {refusal !== null && (
                <>
                  <span role="alert" className="text-danger">
                    {refusal === 'tooLarge' ? knowledge.tooLarge : problemText(words, refusal)}
                  </span>
                  <IconButton
                    icon="close"
                    label={knowledge.dismissUpload(name)}
                    onClick={() => dismiss(key)}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
        <Sources codeId={codeId} />
      </DropArea>
    </fieldset>
  )
}

/** What has been given so far, and whether it is read. */
const Sources = ({ codeId }: { codeId: string | null }) => {
  const { firstRun, knowledge } = useWords()
  const sources = useCodeSources(codeId)
  if (sources.length === 0) return null
  return (
    <ul role="status" className="flex flex-col gap-2">
      {sources.map(({ id, title, status, reason }) => (
        <li key={id} className="flex items-start gap-2 text-small">
          <Icon
            name={status === 'ready' ? 'check' : status === 'failed' ? 'warning' : 'refresh'}
            className={status === 'failed' ? 'mt-0.5 text-danger' : 'mt-0.5 text-accent'}
          />
          <span className="min-w-0 wrap-anywhere">
            <bdi className="font-medium">{title}</bdi>{' '}
            {status === 'failed' && reason !== null
              ? knowledge.reason(reason)
              : firstRun.sourceStatus[status]}
          </span>
        </li>
      ))}
    </ul>
  )
}

/**
 * `Scan 3.pdf` for `[your menu]` → `Menu (Scan 3).pdf`: guests read the title below an answer, and
 * the blank is found in it.
 */
const nameOf = (file: string, document: string | null): string => {
  if (document === null) return file
  const subject = subjectOf(document)
  if (file.toLowerCase().includes(subject.toLowerCase())) return file
  const [, title, ending] = /^(.*?)(\.[^.]*)?$/s.exec(file) ?? []
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} (${title})${ending ?? ''}`
}
