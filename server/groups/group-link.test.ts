import { expect, test } from "vitest";
import { isChannel, isSameGroup, readGroupLink } from "./group-link.ts";

const link = "https://chat.whatsapp.com/AbCdEf123456";

test.each([
  link,
  `${link}?mode=ac_t`,
  "https://chat.whatsapp.com/invite/AbCdEf123456",
  "https://whatsapp.com/channel/0029Va9AbCdEf",
])("%s is the link of a group", (link) => {
  expect(readGroupLink(link)).toBe(link);
});

test.each([
  "",
  "chat.whatsapp.com/AbCdEf123456",
  "http://chat.whatsapp.com/AbCdEf123456",
  "javascript:alert(1)",
  "https://chat.whatsapp.com.exemplo.com/AbCdEf123456",
  "https://chat.whatsapp.com:8443/AbCdEf123456",
  "https://chat.whatsapp.com@exemplo.com/AbCdEf123456",
  "https://ana@chat.whatsapp.com/AbCdEf123456",
  "https://wa.me/5500000000000",
  "https://t.me/+AbCdEf123456",
  "https://www.whatsapp.com/channel/0029Va9AbCdEf",
  "https://chat.whatsapp.com/",
  "https://whatsapp.com/AbCdEf123456",
  "https://chat.whatsapp.com/a/b/c/AbCdEf123456",
])("%j is not the link of a group", (text) => {
  expect(readGroupLink(text)).toBeUndefined();
});

test("only the address of a channel is a channel", () => {
  expect(isChannel("https://whatsapp.com/channel/0029Va9AbCdEf")).toBe(true);
  expect(isChannel(link)).toBe(false);
  expect(isChannel("exemplo")).toBe(false);
});

test("two links with one code lead to the same group", () => {
  expect(isSameGroup(link, `${link}?mode=ac_t`)).toBe(true);
  expect(isSameGroup(link, "https://chat.whatsapp.com/invite/AbCdEf123456/")).toBe(true);
  expect(isSameGroup(link, "https://chat.whatsapp.com/abcdef123456")).toBe(false);
});
