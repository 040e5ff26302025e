import { type FormEvent, useCallback, useEffect, useState } from 'react'
import {
  type ApiError,
  type Booking,
  confirmBooking,
  createBooking,
  listBookings,
  login,
  type Page,
  pageSize,
} from './client.ts'

const toText = (form: FormData, name: string): string => String(form.get(name) ?? '')

function Login({ onLogin }: { onLogin: () => void }) {
  const [problem, setProblem] = useState('')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    try {
      await login(toText(form, 'email'), toText(form, 'password'))
      onLogin()
    } catch (error) {
      setProblem((error as Error).message)
    }
  }

  return (
    <form onSubmit={submit}>
      <label>
        Email <input name="email" />
      </label>
      <label>
        Password <input name="password" type="password" />
      </label>
      <button type="submit">Log in</button>
      <p role="alert">{problem}</p>
    </form>
  )
}

function NewBooking({ onCreated }: { onCreated: () => void }) {
  const [problem, setProblem] = useState<ApiError>()
  const [isSending, setIsSending] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setIsSending(true)
    try {
      await createBooking({
        reference: toText(form, 'reference'),
        room: toText(form, 'room'),
        from: toText(form, 'from'),
        guests: Number(toText(form, 'guests')),
      })
      setProblem(undefined)
      onCreated()
    } catch (error) {
      setProblem(error as ApiError)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <form onSubmit={submit}>
      {(['reference', 'room', 'from', 'guests'] as const).map((name) => (
        <label key={name}>
          {name} <input name={name} aria-describedby={`${name}-problem`} />
          <span id={`${name}-problem`}>{problem?.fields?.[name]}</span>
        </label>
      ))}
      <button type="submit" disabled={isSending}>
        Book
      </button>
      <p role="alert">{problem?.status === 409 ? 'This reference is taken.' : problem?.message}</p>
    </form>
  )
}

function Bookings() {
  const [page, setPage] = useState(0)
  const [list, setList] = useState<Page>()
  const [problem, setProblem] = useState('')
  const load = useCallback(async () => setList(await listBookings(page)), [page])

  useEffect(() => {
    load().catch((error: Error) => setProblem(error.message))
  }, [load])

  function show(changed: Booking) {
    const replace = (one: Booking) => (one.reference === changed.reference ? changed : one)
    setList((shown) => shown && { ...shown, items: shown.items.map(replace) })
  }

  async function confirm(booking: Booking) {
    show({ ...booking, status: 'confirmed' })
    try {
      await confirmBooking(booking.reference)
    } catch (error) {
      show(booking)
      setProblem((error as Error).message)
    }
  }

  return (
    <>
      <ul>
        {list?.items.map((booking) => (
          <li key={booking.reference}>
            {booking.reference}: {booking.room}, {booking.status}
            <button type="button" onClick={() => confirm(booking)}>
              Confirm {booking.reference}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" disabled={page === 0} onClick={() => setPage(page - 1)}>
        Previous
      </button>
      <button
        type="button"
        disabled={list === undefined || (page + 1) * pageSize >= list.total}
        onClick={() => setPage(page + 1)}
      >
        Next
      </button>
      <p role="alert">{problem}</p>
      <NewBooking onCreated={load} />
    </>
  )
}

export function App() {
  const [isLoggedIn, setIsLoggedIn] = useState(false)
  return isLoggedIn ? <Bookings /> : <Login onLogin={() => setIsLoggedIn(true)} />
}
