import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { emptyHash, signRequest } from "./sign-request.ts";

/** The keys of the examples in https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
const keys = {
  id: "AKIAIOSFODNN7EXAMPLE",
  secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const published = Date.parse("2013-05-24T00:00:00Z");
const host = "https://examplebucket.s3.amazonaws.com";

test.each([
  {
    what: "reads a part of a file",
    request: { method: "GET", path: "/test.txt", headers: { range: "bytes=0-9" } },
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  {
    what: "stores a file",
    request: {
      method: "PUT",
      path: "/test%24file.text",
      headers: {
        date: "Fri, 24 May 2013 00:00:00 GMT",
        "x-amz-storage-class": "REDUCED_REDUNDANCY",
      },
      body: "Welcome to Amazon S3.",
    },
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
  {
    what: "asks with a name without a value",
    request: { method: "GET", path: "/?lifecycle", headers: {} },
    signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
  {
    what: "lists files",
    request: { method: "GET", path: "/?max-keys=2&prefix=J", headers: {} },
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
])("the request that $what has the signature that Amazon publishes", ({ request, signature }) => {
  const { method, path, headers, body = "" } = request;
  const bodyHash = body === "" ? emptyHash : createHash("sha256").update(body).digest("hex");
  const signed = signRequest(
    {
      method,
      url: new URL(path, host),
      headers: { ...headers, "x-amz-content-sha256": bodyHash },
      bodyHash,
      service: "s3",
    },
    keys,
    published,
  );
  expect(signed["authorization"]).toMatch(new RegExp(`Signature=${signature}$`));
});

test("a request of another service has the signature that Amazon publishes for it", () => {
  const signed = signRequest(
    {
      method: "GET",
      url: new URL("https://example.amazonaws.com/"),
      headers: {},
      bodyHash: emptyHash,
      service: "service",
    },
    { id: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", region: "us-east-1" },
    Date.parse("2015-08-30T12:36:00Z"),
  );
  expect(signed).toEqual({
    host: "example.amazonaws.com",
    "x-amz-date": "20150830T123600Z",
    authorization:
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
  });
});
