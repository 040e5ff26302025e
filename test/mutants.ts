// Changes src/ at random places, one at a time, and runs the tests of the folder: `npm run test:mutants -- --help`.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { createNumbers } from '../src/json/random.ts'
import { createFolder } from './tools/folder.ts'

const help = `Usage: npm run test:mutants -- [--count 60] [--seed N] [folder...]

Mutates the committed src/ without src/package/, or only these folders of it, at random lines. A mutant of src/x is
killed if a test in test/x fails. Each mutant is printed with the test that killed it, and the exit code is 1 if more
than 5 percent survive.`

/** A change of a file: the text from `start` to `end` becomes `replacement`. */
interface Mutant {
  file: string
  line: number
  start: number
  end: number
  replacement: string
}

/** Texts that replace an operator. */
const operators: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.QuestionQuestionToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '+',
  [ts.SyntaxKind.SlashToken]: '*',
}

const isType = (node: ts.Node): boolean =>
  ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)

/** Lists what can replace a node so that the program still parses. */
function* replaceNode(node: ts.Node, source: ts.SourceFile): Generator<[changed: ts.Node, by: string]> {
  const textOf = (part: ts.Node): string => part.getText(source)
  if (ts.isAwaitExpression(node)) yield [node, `(${textOf(node.expression)})`]
  if (ts.isIfStatement(node) || ts.isWhileStatement(node))
    yield [node.expression, `!(${textOf(node.expression)})`]
  if (ts.isConditionalExpression(node)) yield [node.condition, `!(${textOf(node.condition)})`]
  if (ts.isBinaryExpression(node)) {
    const operator = operators[node.operatorToken.kind]
    if (operator !== undefined) yield [node.operatorToken, operator]
  }
  if (ts.isExpressionStatement(node)) yield [node, ';']
  if (ts.isReturnStatement(node) && node.expression) yield [node.expression, 'undefined']
  if (ts.isThrowStatement(node)) yield [node, ';']
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) yield [node.body, 'undefined']
  if (ts.isStringLiteral(node) && !ts.isPropertyAssignment(node.parent.parent ?? node))
    yield [node, node.text === '' ? "'mutant'" : "''"]
  if (ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) yield [node, "''"]
  if (ts.isNumericLiteral(node)) yield [node, `(${node.text} + 1)`]
  if (node.kind === ts.SyntaxKind.TrueKeyword) yield [node, 'false']
  if (node.kind === ts.SyntaxKind.FalseKeyword) yield [node, 'true']
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    yield [node, textOf(node.operand)]
  if (ts.isObjectLiteralExpression(node)) for (const member of node.properties) yield [member, '...{}']
  if (ts.isArrayLiteralExpression(node)) for (const element of node.elements) yield [element, '...[]']
}

/** Lists all mutants of a file. */
function findMutants(file: string): Mutant[] {
  const text = readFileSync(file, 'utf8')
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const mutants: Mutant[] = []
  function visit(node: ts.Node): void {
    if (isType(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    for (const [changed, replacement] of replaceNode(node, source)) {
      const start = changed.getStart(source)
      if (text.slice(start, changed.end) === replacement) continue
      const line = source.getLineAndCharacterOfPosition(start).line + 1
      mutants.push({ file, line, start, end: changed.end, replacement })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return mutants
}

/** Draws mutants, each from another line; every line that has some is as likely as any other. */
function drawMutants(folders: readonly string[], count: number, seed: number): Mutant[] {
  const random = createNumbers(seed)
  const files = globSync('src/**/*.{ts,tsx}').filter(
    (file) =>
      !file.includes('generated') &&
      !file.startsWith('src/package/') &&
      (folders.length === 0 || folders.some((folder) => file.startsWith(`src/${folder}/`))),
  )
  const lines = new Map<string, Mutant[]>()
  for (const mutant of files.sort().flatMap(findMutants)) {
    const key = `${mutant.file}:${mutant.line}`
    lines.set(key, [...(lines.get(key) ?? []), mutant])
  }
  const left = [...lines.values()]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [mutants = []] = left.splice(Math.floor(random() * left.length), 1)
    return mutants[Math.floor(random() * mutants.length)] as Mutant
  })
}

/** The folder with the tests of a file of src/: each adapter has its own, those of an entry beside the folders are in test/mock, and a service shows what probes do. */
const findTests = (file: string): string => {
  const [, folder = '', inner = ''] = file.split('/')
  if (folder === 'adapters') return `test/${inner}/`
  if (folder === 'probes') return 'test/verify/'
  return `test/${folder.endsWith('.ts') ? 'mock' : folder}/`
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(help)
  process.exit()
}

using temporary = createFolder()
const copy = temporary.file('copy')
execFileSync('git', ['clone', '--quiet', '--local', '.', copy])
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
process.chdir(copy)

/** The part of Vitest's report that says what failed. */
interface TestReport {
  testResults: { name: string; message: string; assertionResults: { fullName: string; status: string }[] }[]
}

/** Runs the tests in a folder and returns the name of the first that failed, or undefined if all passed. */
function findFailure(tests: string, ...options: string[]): string | undefined {
  const report = temporary.file('report.json')
  rmSync(report, { force: true })
  const vitest = 'node_modules/vitest/vitest.mjs'
  const projects = ['--project=!installs', '--project=!corpus']
  const args = [vitest, 'run', tests, ...projects, '--reporter=json', `--outputFile=${report}`, ...options]
  const limits = { timeout: 600_000, killSignal: 'SIGKILL' } as const
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore', ...limits })
  if (status === 0) return undefined
  if (!existsSync(report)) return 'no test: Vitest itself failed, or ran for over 10 minutes'
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find((result) => result.status === 'failed')
    if (failed || message) return `${relative('.', name)}: ${failed?.fullName ?? message.split('\n', 1)[0]}`
  }
  return 'no test, but the run'
}

const mutants = drawMutants(positionals, Number(values.count), Number(values.seed))
for (const tests of new Set(mutants.map(({ file }) => findTests(file)))) {
  const failure = findFailure(tests, '--retry=2')
  if (failure !== undefined)
    throw new Error(`Failed to measure ${tests}: without a mutant, this fails: ${failure}`)
}

let survived = 0
for (const [index, { file, line, start, end, replacement }] of mutants.entries()) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.slice(0, start) + replacement + text.slice(end))
  const failure = findFailure(findTests(file), '--bail=1')
  writeFileSync(file, text)
  if (failure === undefined) survived++
  const change = `${text.slice(start, end)} → ${replacement}`
  console.log(
    `${index + 1}/${mutants.length} ${failure === undefined ? 'SURVIVED' : 'killed'} ${file}:${line}  ${change}`,
  )
  if (failure !== undefined) console.log(`  by ${failure}`)
}
console.log(`${mutants.length - survived} of ${mutants.length} killed, seed ${values.seed}`)
if (survived > mutants.length * 0.05) process.exitCode = 1
