/** The address and the key: the functions that orval generates have neither. */
export const service = { baseUrl: "", key: "" };

/** Makes a call for the generated functions. */
export async function callService<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${service.key}`);
  const answer = await fetch(service.baseUrl + path, { ...init, headers });
  const text = await answer.text();
  return { data: text ? JSON.parse(text) : undefined, status: answer.status, headers: answer.headers } as Answer;
}
