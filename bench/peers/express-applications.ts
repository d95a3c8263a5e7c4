import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import express from 'express'
import multer, { diskStorage } from 'multer'

/**
 * What `rows/applications.ts` measures ours against: a server for applications as it is usually
 * written, on one page, with the same promise. What it answers with 201 survives a crash of the
 * machine: the file is synced and moved, its folder synced, and the row committed with
 * `synchronous = FULL`.
 *
 * It does less than ours: it looks at no byte of the file, checks no field, knows no application
 * again, and writes no letters, not even as rows.
 *
 * `node bench/peers/express-applications.ts FOLDER PORT`
 */
const [folder = '', port] = process.argv.slice(2)
const uploads = path.join(folder, 'tmp')
const resumes = path.join(folder, 'resumes')
await mkdir(uploads, { recursive: true })
await mkdir(resumes, { recursive: true })

const database = new DatabaseSync(path.join(folder, 'peer.sqlite'))
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE application (
    id TEXT PRIMARY KEY, received_at TEXT NOT NULL, name TEXT NOT NULL, email TEXT NOT NULL,
    phone TEXT NOT NULL, college TEXT NOT NULL, year TEXT NOT NULL, domain TEXT NOT NULL,
    linkedin TEXT, message TEXT, resume_key TEXT NOT NULL UNIQUE, resume_name TEXT NOT NULL,
    resume_type TEXT NOT NULL, resume_bytes INTEGER NOT NULL
  )`)
const insert = database.prepare(
  'INSERT INTO application VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
)
const fields = ['name', 'email', 'phone', 'college', 'year', 'domain', 'linkedin', 'message']

async function sync(file: string, flags: string) {
  const handle = await open(file, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const upload = multer({
  storage: diskStorage({
    destination: uploads,
    filename: (_request, _file, done) => done(null, randomUUID()),
  }),
  limits: { fileSize: 5 * 1024 * 1024 },
})

const app = express()
// Express 5 answers for what such a handler throws.
// oxlint-disable-next-line oxc/no-async-endpoint-handlers
app.post('/api/internship/apply/', upload.single('resume'), async (request, response) => {
  const { file } = request
  if (!file) {
    response.status(400).json({ resume: ['Please add your resume.'] })
    return
  }
  const id = randomUUID()
  await sync(file.path, 'r+')
  await rename(file.path, path.join(resumes, file.filename))
  await sync(resumes, 'r')
  const answers = fields.map((field) => String(request.body[field] ?? ''))
  const resume = [file.filename, file.originalname, file.mimetype, file.size]
  insert.run(id, new Date().toISOString(), ...answers, ...resume)
  response.status(201).json({ id })
})

app.get('/', (_request, response) => {
  response.send('Here')
})

app.listen(Number(port), '127.0.0.1')
