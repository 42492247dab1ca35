// Requests to our own server, and to nobody else.

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly line?: number,
  ) {
    super(message);
  }
}

async function answer<T>(response: Response): Promise<T> {
  const data = await response.json().catch(() => ({ error: `the server answered ${response.status}` }));
  if (!response.ok) throw new ApiError(data.error ?? `the server answered ${response.status}`, response.status, data.line);
  return data as T;
}

export async function get<T>(path: string): Promise<T> {
  return answer<T>(await fetch(path, { headers: { accept: "application/json" } }));
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return answer<T>(await fetch(path, options));
}

/** Server-sent events; the value ends them. */
export function listen(path: string, handlers: Record<string, (data: any) => void>): () => void {
  const source = new EventSource(path);
  for (const [kind, handle] of Object.entries(handlers)) {
    source.addEventListener(kind, (event) => handle(JSON.parse((event as MessageEvent).data)));
  }
  return () => source.close();
}

export function query(values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length ? "?" + new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString() : "";
}
