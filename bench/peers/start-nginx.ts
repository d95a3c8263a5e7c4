import { execFile } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@naic/site/server/dev/free-port.ts'
import { Program } from '../program.ts'

const run = promisify(execFile)

/**
 * nginx with what we built. One worker, since our server is one process; pages compressed beforehand
 * (`gzip_static`).
 *
 * @param folder an empty one.
 */
export async function startNginx(folder: string): Promise<Program> {
  const root = path.join(folder, 'site')
  const port = await freePort()
  await cp('build/client', root, { recursive: true })
  await run('sh', [
    '-c',
    `find ${root} -name '*.html' -exec gzip -9k {} + && chmod -R a+rX ${folder}`,
  ])
  const config = path.join(folder, 'nginx.conf')
  await writeFile(
    config,
    `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log /dev/null;
     events { worker_connections 256; }
     http {
       types { text/html html; text/javascript js; text/css css; }
       access_log off; sendfile on; keepalive_requests 1000000; open_file_cache max=200;
       server { listen 127.0.0.1:${port}; root ${root}; gzip_static on; try_files $uri $uri/index.html =404; }
     }`,
  )
  return Program.start(['nginx', '-c', config, '-p', folder], `http://127.0.0.1:${port}`)
}
