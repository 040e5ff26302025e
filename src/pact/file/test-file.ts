/** The file of the test that runs, as far as its runner tells. */
export interface TestFile {
  path: string
  /** The name of the test. */
  name?: string | undefined
  /** Stands for this run of the file. */
  run: object
  /** Calls back at the end of the file if no test failed or was filtered, with the names of the skipped tests. */
  onPassed(callback: (skipped: ReadonlySet<string>) => void): void
}

/** How a test ended; undefined if it failed, or has not ended yet. */
type Ended = readonly [name: string, end: 'passed' | 'skipped' | undefined]

function pass(ended: readonly Ended[], callback: (skipped: ReadonlySet<string>) => void): void {
  if (ended.some(([, end]) => end === undefined)) return
  callback(new Set(ended.filter(([, end]) => end === 'skipped').map(([name]) => name)))
}

/** The part of a task of Vitest that the kit reads. */
interface Task {
  name: string
  file: Task
  mode: string
  tasks?: Task[]
  result?: { state: string }
  onFinished?: (() => void)[] | undefined
}

function listTasks({ tasks = [] }: Task, names: readonly string[] = []): (readonly [string, Task])[] {
  return tasks.flatMap((task) => {
    const path = [...names, task.name]
    return task.tasks ? listTasks(task, path) : [[path.join(' > '), task] as const]
  })
}

interface VitestWorker {
  current?: Task
  config?: { testNamePattern?: unknown }
}

/** Vitest keeps the tree of tests in the state of its worker. */
function readVitest(): Pick<TestFile, 'run' | 'onPassed'> | undefined {
  const { current, config } = Object(Reflect.get(globalThis, '__vitest_worker__')) as VitestWorker
  if (current === undefined) return undefined
  const { file } = current
  return {
    run: file,
    onPassed(callback) {
      if (config?.testNamePattern !== undefined) return
      const toEnd = ({ mode, result }: Task): Ended[1] =>
        mode === 'skip' || mode === 'todo' ? 'skipped' : result?.state === 'pass' ? 'passed' : undefined
      const check = (): void =>
        pass(
          listTasks(file).map(([name, task]) => [name, toEnd(task)]),
          callback,
        )
      for (const [, task] of listTasks(file)) task.onFinished = [...(task.onFinished ?? []), check]
    },
  }
}

/** The part of a test, or of a block of tests, of Jest that the kit reads. */
interface JestTest {
  name: string
  children?: JestTest[]
  status?: string
  errors?: unknown[]
}

interface JestState {
  rootDescribeBlock: JestTest
  testNamePattern?: unknown
}

function listEnds({ children = [] }: JestTest, names: readonly string[] = []): Ended[] {
  return children.flatMap((test) => {
    const path = [...names, test.name]
    if (test.children) return listEnds(test, path)
    const isPassed = test.status === 'done' && test.errors?.length === 0
    const isSkipped = test.status === 'skip' || test.status === 'todo'
    return [[path.join(' '), isSkipped ? 'skipped' : isPassed ? 'passed' : undefined] as const]
  })
}

type JestHandler = (event: { name: string }, state: JestState) => void

/** Jest tells the handlers of each file what happens. */
function readJest(): Pick<TestFile, 'run' | 'onPassed'> | undefined {
  const handlers: unknown = Reflect.get(globalThis, Symbol.for('EVENT_HANDLERS'))
  if (!Array.isArray(handlers)) return undefined
  return {
    run: handlers,
    onPassed(callback) {
      const handle: JestHandler = ({ name }, { rootDescribeBlock, testNamePattern }) => {
        if (name === 'run_finish' && !testNamePattern) pass(listEnds(rootDescribeBlock), callback)
      }
      handlers.push(handle)
    },
  }
}

/** Node runs each file in a process, which gets the flags that choose tests. */
function readNode(): TestFile | undefined {
  const path = process.argv[1]
  if (process.env['NODE_TEST_CONTEXT'] === undefined || path === undefined) return undefined
  return {
    path,
    run: process,
    onPassed(callback) {
      const isFiltered = process.execArgv.some((flag) =>
        /^--test-(?:name-pattern|skip-pattern|only)/.test(flag),
      )
      if (!isFiltered) process.once('exit', (code) => code === 0 && callback(new Set()))
    },
  }
}

/** Finds out which file of tests runs: Jest and Vitest name it in the state of `expect`; undefined with another runner. */
export function findTestFile(): TestFile | undefined {
  const matchers: unknown = Reflect.get(globalThis, Symbol.for('$$jest-matchers-object'))
  const { testPath: path, currentTestName: name } = Object((Object(matchers) as { state?: unknown }).state)
  if (typeof path !== 'string') return readNode()
  return { path, name, run: globalThis, onPassed() {}, ...(readVitest() ?? readJest()) }
}
