import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'

/** One file that names another of the tree, by whatever spelling. Paths from the root of the project. */
export type Import = { from: string; to: string }

/**
 * Every file of the tree that a file names: imports and re-exports, of types as well, `import()`,
 * `require()`, `new URL(…, import.meta.url)`, `import.meta.resolve()` and `import.meta.glob()`.
 *
 * @param file a source file, from the root of the project.
 * @throws Error where the file cannot be parsed.
 */
export function readImports(file: string, text = readFileSync(file, 'utf8')): Import[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const specifiers = new Set<string>()
  const add = (node: Node) =>
    specifiers.add(literal(node) ?? modulesByExpression[file] ?? nobodysModule)
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => source && add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
    CallExpression({ callee, arguments: [first] }) {
      const named = text.slice(callee.start, callee.end)
      if (first && /^(require|import\.meta\.(resolve|glob))$/.test(named)) add(first)
    },
    NewExpression({ callee, arguments: [first, base] }) {
      const isOfThisFile = base && text.slice(base.start, base.end) === 'import.meta.url'
      if (first && isOfThisFile && text.slice(callee.start, callee.end) === 'URL') add(first)
    },
  }).visit(program)
  return [...specifiers].flatMap((specifier) => {
    const to = resolve(file, specifier)
    // What the framework makes of the routes is no file of ours.
    return to === undefined || to.includes('/+types/') ? [] : [{ from: file, to }]
  })
}

/** Files that import by an expression, with what it stands for; nothing else may. */
const modulesByExpression: Readonly<Record<string, string>> = {
  // Of a folder: a command is a file.
  'cli/command-line.ts': './commands/journal.ts',
  'cli/commands/newer-version.test.ts': './journal.ts',
  // Of the build, or of a page in the browser: not of the tree.
  'app/pages/check-certificate/fetch-result-page.ts': 'build',
  'bench/verifier.ts': 'build',
  'server/http/pages/page-renderer.ts': 'build',
  'server/serve.js': 'build',
  'test/journeys/verification.spec.ts': 'build',
}

/** What any other expression stands for: a module in no room. */
const nobodysModule = '#unknown'

/** @returns undefined for an expression, whose module only running it would tell. */
function literal(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? undefined)
    : undefined
}

/** @returns undefined for what is not of this tree. */
function resolve(from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('#')) return bare.slice(1)
  if (bare.startsWith('/') && existsSync(bare.slice(1).replace(/\*.*$/, ''))) return bare.slice(1)
  return /^\.\.?(\/|$)/.test(bare) ? path.posix.join(path.posix.dirname(from), bare) : undefined
}
