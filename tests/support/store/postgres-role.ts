import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { tellPostgres } from "./temporary-database.ts";

/** Creates a role that is no superuser and owns nothing. It is removed when the test ends. */
export async function createRole(url: string): Promise<string> {
  const role = `role_${randomUUID().replaceAll("-", "")}`;
  await tellPostgres(url, `create role ${role}`);
  onTestFinished(() => tellPostgres(url, `drop owned by ${role}; drop role ${role}`));
  return role;
}

/** The URL by which the superuser connects and acts as this role. */
export function withRole(url: string, role: string): string {
  const chosen = new URL(url);
  chosen.searchParams.set("options", `-c role=${role}`);
  return chosen.href;
}
