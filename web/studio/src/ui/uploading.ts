import { useState } from 'react'
import { newIdempotencyKey } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { serviceAddress, signInAddress } from '../api/place.ts'
import { type ApiProblem, asProblem, noAnswer, problemOf } from '../api/problem.ts'
import { invalidate } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'

export const maxBytes = 20 * 2 ** 20

export interface FileUpload {
  key: string
  name: string
  sent: number
  size: number
  /** Null while it is sent. */
  problem: ApiProblem | 'tooLarge' | null
}

/** For all codes and under the name of the file, unless these say otherwise. */
type UploadFields = { code_ids?: string; name?: string }

/** By XMLHttpRequest, because fetch does not report how much has been sent. */
const send = (file: File, fields: Record<string, string>, onSent: (bytes: number) => void) =>
  new Promise<void>((resolve, reject) => {
    const query = new URLSearchParams({ name: file.name, ...fields })
    const request = new XMLHttpRequest()
    request.open('POST', serviceAddress(`/v1/knowledge/files?${query}`))
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.setRequestHeader('Idempotency-Key', newIdempotencyKey())
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onerror = () => reject(noAnswer())
    request.onload = () => {
      const { status, responseText } = request
      if (status < 300) return resolve()
      if (status === 401) location.assign(signInAddress())
      const type = request.getResponseHeader('Content-Type') ?? ''
      const response = new Response(responseText, { status, headers: { 'Content-Type': type } })
      return void problemOf(response).then(reject)
    }
    request.send(file)
  })

/** The uploads of this page. One that is complete leaves the list: it is a source now. */
export const useUploads = () => {
  const { id } = useOrganization()
  const [uploads, setUploads] = useState<FileUpload[]>([])
  const change = (key: string, changes: Partial<FileUpload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const dismiss = (key: string) => setUploads((all) => all.filter((one) => one.key !== key))

  const uploadOne = async (file: File, fields: UploadFields) => {
    const key = newIdempotencyKey()
    const problem = file.size > maxBytes ? 'tooLarge' : null
    setUploads((all) => [...all, { key, name: file.name, sent: 0, size: file.size, problem }])
    if (problem) return
    try {
      await send(file, { organization_id: id, ...fields }, (sent) =>
        change(key, { sent: Math.min(sent, file.size) }),
      )
      dismiss(key)
    } catch (error) {
      change(key, { problem: asProblem(error) })
    }
    await invalidate(queryClient, ['/v1/knowledge', '/v1/organizations'])
  }

  return {
    uploads,
    dismiss,
    /** One after the other: together they would only share the same line. */
    async upload(files: Iterable<File>, fields: UploadFields = {}) {
      for (const file of files) await uploadOne(file, fields)
    },
  }
}
