import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#core/errors.ts'
import { bodyLimits, formFields, jsonFields, noFields, putField, type Fields } from './fields.ts'
import { passBy, type Receiver } from './received.ts'

const MULTIPART_LIMITS = { files: 1, fields: 20, fieldSize: 8 * 1024 * 1024, headerPairs: 200 } as const

/** Makes `app` accept the three supported content types; all others are refused (415). */
export async function readBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: FastifyRequest, body: string | Buffer) => formFields(String(body)),
  )
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_: FastifyRequest, body: string | Buffer) => parsedJson(String(body)),
  )
  // Browsers send file names in UTF-8.
  const options = { limits: MULTIPART_LIMITS, defParamCharset: 'utf8' }
  await app.register(multipart, options)
}

/**
 * Whether these fields identify the sender, so that a file may be written to disk. @throws DomainError for a wrong
 * token, and for a sender whom the call is not for
 */
export type Admit = (soFar: Fields) => Promise<boolean>

/**
 * The fields of the body, with its files. Nothing from unidentified senders is written to disk.
 * @throws DomainError invalidInput | bodyTooLarge | loginRequired | what `admit` throws
 */
export async function bodyFields(request: FastifyRequest, receiver: Receiver, admit: Admit): Promise<Fields> {
  if (request.isMultipart()) return multipartFields(request, receiver, admit)
  return jsonFields(request.body)
}

/** The fields of the query string. @throws DomainError invalidInput */
export function queryFields({ url }: Pick<FastifyRequest, 'url'>): Fields {
  const start = url.indexOf('?')
  return start < 0 ? noFields() : formFields(url.slice(start + 1))
}

function parsedJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw Object.assign(new DomainError('invalidInput', { field: 'body' }), { cause })
  }
}

async function multipartFields(request: FastifyRequest, receiver: Receiver, admit: Admit): Promise<Fields> {
  const fields = noFields()
  let bytes = 0
  try {
    for await (const part of request.parts({ limits: { fileSize: receiver.readableBytes } })) {
      if (part.type === 'file') {
        if (!(await admit(fields))) {
          await receiver.hold(part.fieldname, part.filename, part.file)
          continue
        }
        const file = await receiver.receive(part.fieldname, part.filename, part.file)
        if (file) putField(fields, part.fieldname, file)
        continue
      }
      const value = String(part.value)
      bytes += value.length
      if (bytes > bodyLimits.bytes || part.valueTruncated) throw new DomainError('bodyTooLarge')
      putField(fields, part.fieldname, value)
    }
    if (receiver.holdsAny) {
      if (!(await admit(fields))) throw new DomainError('loginRequired')
      for (const [field, file] of await receiver.takeHeld()) putField(fields, field, file)
    }
    return fields
  } catch (cause) {
    passBy(request)
    if (cause instanceof DomainError) throw cause
    const isLimit = String((cause as { code?: unknown }).code).match(/TOO_LARGE|LIMIT/)
    throw Object.assign(new DomainError(isLimit ? 'bodyTooLarge' : 'invalidInput', { field: 'body' }), { cause })
  }
}
