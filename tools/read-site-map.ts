import { readdir, readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { siteMap } from '#content/site-map.ts'

const internship = v.object({ id: v.number(), title: v.string(), duration: v.string() })

/** The site map with the catalogue's internships in it. */
export async function readSiteMap() {
  const folder = 'content/internships'
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const internships = await Promise.all(
    names.map(async (name) =>
      v.parse(internship, JSON.parse(await readFile(`${folder}/${name}`, 'utf8'))),
    ),
  )
  return siteMap(internships.sort((a, b) => a.id - b.id))
}
