import type { FastifyInstance, RouteOptions } from 'fastify'
import { fieldsOf, type FormSchema, optionalFields } from '@naic/admissions/forms/form-schema.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { sendCompressed } from '@naic/platform/web/send-compressed.ts'
import { fieldErrors, problem } from './answers.ts'
import type { Operation, Schema } from './operation.ts'
import { readable } from './readable.ts'

/** Where programs ask. Other addresses are pages, files, or for who watches the machine. */
const ofPrograms = /^\/(api|credentials|log|badges|\.well-known)\//

/**
 * Describes the API in OpenAPI 3.1, from what stands with each route. Call it before there are routes.
 * Nothing is made before somebody asks.
 *
 * @throws when a route for programs says nothing of itself.
 */
export function describeApi(app: FastifyInstance, siteUrl: string): void {
  const described: { method: string; path: string; operation: Operation }[] = []
  app.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    if (method === 'HEAD' || method === 'OPTIONS' || !ofPrograms.test(url)) return
    if (!config?.operations) throw new Error(`No operation describes ${String(method)} ${url}.`)
    for (const operation of config.operations) {
      const path = operation.path ?? inBraces(url)
      described.push({ method: String(method).toLowerCase(), path, operation })
    }
  })

  let text: Promise<string> | undefined
  app.get('/api/openapi.json', readable(description), async (request, reply) => {
    text ??= describe(described, siteUrl).then((document) => JSON.stringify(document))
    reply.header('Cache-Control', 'public, max-age=3600').type('application/json; charset=utf-8')
    return sendCompressed(request, reply, await text)
  })
}

const description: Operation = {
  id: 'describeApi',
  tag: 'Description',
  summary: 'This description, in OpenAPI 3.1',
  answers: { 'application/json': { type: 'object', required: ['openapi', 'paths'] } },
  problems: [],
}

/** @returns a route's path as OpenAPI writes it: "/credentials/:id(^[A-Z]+).pdf" is "/credentials/{id}.pdf". */
const inBraces = (url: string) => url.replaceAll(/:(\w+)(\(.*?\))?(?=[./]|$)/g, '{$1}')

async function describe(
  described: readonly { method: string; path: string; operation: Operation }[],
  siteUrl: string,
) {
  const components = new Components()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { method, path, operation } of described) {
    paths[path] = { ...paths[path], [method]: await describeOne(operation, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${organisation.name}: certificates and their log`,
      version: '1.0.0',
      description:
        'Anyone may look up certificates, check them and mirror the log. An answer is JSON, or what its media type says; a failure is RFC 9457. Text and examples: docs/api.md in the repository.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: siteUrl }],
    // Nobody signs in.
    security: [],
    paths,
    components: { schemas: components.schemas },
  }
}

async function describeOne(operation: Operation, components: Components) {
  const { id, tag, summary, description: more, answers, isLimited } = operation
  const refused = [...operation.problems, 500].map((status) => [
    status,
    {
      description: problems[status],
      headers: headersOf({ isLimited, waits: status === 429 || status === 503 }),
      content: contentOf({ 'application/problem+json': problem }, components),
    },
  ])
  const others = Object.entries(operation.others ?? {}).map(([status, why]) => [
    status,
    { description: why },
  ])
  const isRead = !operation.form && !operation.text
  const answered = {
    description: summary,
    headers: headersOf({ isLimited, isTagged: isRead }),
    content: contentOf(answers, components),
  }
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(more && { description: more }),
    parameters: parametersOf(operation, components),
    ...(await bodyOf(operation, components)),
    responses: {
      [operation.form ? 201 : 200]: answered,
      ...(isRead && { 304: { description: 'As it was when it had the ETag of If-None-Match.' } }),
      ...(operation.form && {
        400: {
          description: 'Something in these fields is wrong.',
          content: contentOf({ 'application/json': fieldErrors }, components),
        },
      }),
      ...Object.fromEntries([...others, ...refused]),
    },
  }
}

const problems: Record<number, string> = {
  400: 'A parameter or the body is missing or wrong.',
  403: 'This sender may not do it.',
  404: 'There is no such thing. Of a certificate: none has this ID.',
  408: 'The body came too slowly.',
  409: 'It contradicts what is known already.',
  410: "The record was erased at the holder's request; of a PDF or badge also: the certificate was withdrawn.",
  411: 'Content-Length is missing.',
  413: 'The body is too large.',
  415: 'The body is of another media type.',
  422: 'The body cannot be what it should be.',
  429: 'This network asked too often. Retry-After says when to come back. It says nothing about the certificate.',
  500: 'A fault of the site. X-Request-Id is its number in the log.',
  503: 'It cannot be looked up or stored just now, which says nothing about the certificate.',
}

function headersOf({ isLimited = false, isTagged = false, waits = false }) {
  const text = { type: 'string' }
  return {
    ...(isTagged && { ETag: { schema: text } }),
    ...(isLimited && {
      RateLimit: {
        description: 'What is left, such as "misses";r=119;t=42.',
        schema: text,
      },
      'RateLimit-Policy': {
        description: 'How much there is in so many seconds, such as "misses";q=120;w=60.',
        schema: text,
      },
    }),
    ...(waits && { 'Retry-After': { description: 'In seconds.', schema: { type: 'integer' } } }),
  }
}

function parametersOf({ params = {}, query = {} }: Operation, components: Components) {
  const inPath = Object.entries(params).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: components.refer(schema),
  }))
  const inQuery = Object.entries(query).map(([name, { isRequired = false, ...schema }]) => ({
    name,
    in: 'query',
    required: isRequired,
    schema: components.refer(schema),
  }))
  return [...inPath, ...inQuery]
}

async function bodyOf({ form, text }: Operation, components: Components) {
  if (text) return { requestBody: { required: true, content: { [text]: { schema: noteOf } } } }
  if (!form) return {}
  const schema = await schemaOfForm(form.schema, form.file)
  const content = contentOf({ 'multipart/form-data': schema }, components)
  return { requestBody: { required: true, content } }
}

const noteOf = { type: 'string' }

/** The rules by which the form itself is checked, as far as JSON Schema has words for them. */
async function schemaOfForm(form: FormSchema, file: string | undefined): Promise<Schema> {
  const { toJsonSchema } = await import('@valibot/to-json-schema')
  const options = { errorMode: 'ignore', target: 'draft-2020-12' } as const
  const optional = optionalFields(form)
  const needed = fieldsOf(form).filter((field) => !optional.includes(field))
  const properties = Object.fromEntries(
    Object.entries(form.entries).map(([field, rule]) => {
      const { $schema: _dialect, ...schema } = toJsonSchema(rule, options)
      return [field, schema]
    }),
  )
  return {
    type: 'object',
    required: [...needed, ...(file ? [file] : [])],
    properties: { ...properties, ...(file && { [file]: {} }) },
  }
}

const contentOf = (answers: Record<string, Schema>, components: Components) =>
  Object.fromEntries(
    Object.entries(answers).map(([type, schema]) => [type, { schema: components.refer(schema) }]),
  )

/** Schemas with a title, each there once. */
class Components {
  readonly schemas: Record<string, unknown> = {}

  /** @returns the schema, with a reference in place of each that has a title. */
  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((one) => this.refer(one))
    if (typeof schema !== 'object' || schema === null) return schema
    const inside = (members: object) =>
      Object.fromEntries(Object.entries(members).map(([name, one]) => [name, this.refer(one)]))
    const { title, ...rest } = schema as Schema
    // Where it is the name of a member, it is no text.
    if (typeof title !== 'string') return inside(schema)
    this.schemas[title] ??= inside(rest)
    return { $ref: `#/components/schemas/${title}` }
  }
}
