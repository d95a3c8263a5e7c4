import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Lock = { packages: Record<string, { dev?: true; devOptional?: true }> }

test('`npm ci --omit=dev` brings what runs beside the build, and no compiler, bundler or React', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  // npm installs what is `devOptional` all the same, unless it is to leave out both.
  const names = Object.entries(packages)
    .filter(([, { dev }]) => !dev)
    .map(([folder]) => folder.replace(/^node_modules\//, ''))
  expect(names).toEqual(expect.arrayContaining(['fastify', 'kysely', '@resvg/resvg-js']))
  const forTheBuild = /^(@?typescript|@?vite|rolldown|esbuild|@?tailwindcss|react|pdfkit)\b/
  expect(names.filter((name) => forTheBuild.test(name))).toEqual([])
})
