/** The file of the test that runs, as far as its runner tells. */
export interface TestFile {
  path: string
  name?: string | undefined
  /** Stands for this run of the file. */
  run: object
  /** Calls back at the end of the file if no test failed or was filtered, with the names of the skipped tests. */
  onPassed(callback: OnPassed): void
}

type OnPassed = (skipped: ReadonlySet<string>) => void

/** A test or a block of tests: the parts that the kit reads of those of Vitest, and then of Jest. */
interface Task {
  name: string
  file: Task
  mode?: string
  tasks?: Task[]
  result?: { state: string }
  onFinished?: (() => void)[] | undefined
  status?: string
  children?: Task[]
  errors?: unknown[]
}

/** Lists tests with their names, which have those of their blocks. */
const listTests = (task: Task, separator: string, names: readonly string[] = []): [string, Task][] =>
  (task.tasks ?? task.children ?? []).flatMap((inner): [string, Task][] => {
    const path = [...names, inner.name]
    return inner.tasks || inner.children ? listTests(inner, separator, path) : [[path.join(separator), inner]]
  })

const isSkipped = ({ status, mode = status }: Task): boolean => mode === 'skip' || mode === 'todo'
const isPassed = ({ result, status, errors }: Task): boolean =>
  result?.state === 'pass' || (status === 'done' && errors?.length === 0)

function checkPassed(tests: readonly [string, Task][], callback: OnPassed): void {
  const skipped = tests.filter(([, test]) => isSkipped(test))
  if (tests.every(([, test]) => isSkipped(test) || isPassed(test)))
    callback(new Set(skipped.map(([name]) => name)))
}

type Runner = Pick<TestFile, 'run' | 'onPassed'>

/** Vitest keeps the tests of a file in the state of its worker. */
function findVitest(): Runner | undefined {
  type Worker = { current?: Task; config?: { testNamePattern?: unknown } }
  const { current, config }: Worker = Object(Reflect.get(globalThis, '__vitest_worker__'))
  if (current === undefined) return undefined
  const { file } = current
  return {
    run: file,
    onPassed(callback) {
      if (config?.testNamePattern !== undefined) return
      const check = (): void => checkPassed(listTests(file, ' > '), callback)
      // The last test that ends finds all passed.
      for (const [, test] of listTests(file, '')) test.onFinished = [...(test.onFinished ?? []), check]
    },
  }
}

/** Jest tells the handlers of a file what happens. */
function findJest(): Runner | undefined {
  type State = { rootDescribeBlock: Task; testNamePattern?: unknown }
  const handlers: unknown = Reflect.get(globalThis, Symbol.for('EVENT_HANDLERS'))
  if (!Array.isArray(handlers)) return undefined
  return {
    run: handlers,
    onPassed(callback) {
      handlers.push(({ name }: { name: string }, { rootDescribeBlock, testNamePattern }: State) => {
        if (name === 'run_finish' && !testNamePattern)
          checkPassed(listTests(rootDescribeBlock, ' '), callback)
      })
    },
  }
}

/** Node runs each file in a process, which gets the flags that choose tests. */
function findNode(): TestFile | undefined {
  const path = process.argv[1]
  if (process.env['NODE_TEST_CONTEXT'] === undefined || path === undefined) return undefined
  const isFiltered = process.execArgv.some((flag) => /^--test-(?:name-pattern|skip-pattern|only)/.test(flag))
  return {
    path,
    run: process,
    onPassed(callback) {
      if (!isFiltered) process.once('exit', (code) => code === 0 && callback(new Set()))
    },
  }
}

/** Finds out which file of tests runs: Jest and Vitest name it in the state of `expect`; undefined with another runner. */
export function findTestFile(): TestFile | undefined {
  const matchers: unknown = Reflect.get(globalThis, Symbol.for('$$jest-matchers-object'))
  const { testPath: path, currentTestName: name } = Object((Object(matchers) as { state?: unknown }).state)
  if (typeof path !== 'string') return findNode()
  return { path, name, run: globalThis, onPassed() {}, ...(findVitest() ?? findJest()) }
}
