"""What Schemathesis cannot read from the document."""

import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection

# Unknown IDs and rules of the business answer 400 too, with codes of their own. Only this code says
# that the request is not what the document asks for.
MALFORMED = "INVALID_REQUEST"
# What no schema of the document can say.
BEYOND_SCHEMAS = (
    # a rule over two members
    "is not allowed w",
    "is required w",
    " when ",
    "or later",
    "There is nothing to change",
    "cannot be combined with",
    # a value that depends on what there is
    "must be that of",
    "must be of a",
    "waited for",
    "next_cursor",
    "must not be before ",
    "must be an account number of",
    "must be an IBAN",
    "the day it is now",
    "does not change",
    "amount must be at most",
    "must name an authorization",
    "must name a payment",
    "must be GW3",
    "whose full number is known",
    "An app has at most",
    "the user has to agree",
    # a value of a list or form that is longer than a schema should be
    "ISO 4217",
    "ISO 3166",
    "must be an e-mail address",
    "must name products",
    "that cover one",
    "must not set Host",
    "must be an absolute https URI",
    "must be a PDF",
    "may have one part",
    "joined by spaces",
    # a format that Schemathesis leaves out where a member may be null
    "must be an existing date",
    "must be an ISO 8601 date",
    # what is refused in members that nobody reads, before it can do harm
    "53-bit",
    "must be given once",
    "a field without a name",
)


@schemathesis.check
def documented_input_accepted(ctx, response, case):
    """Input that the document allows is never refused as malformed."""
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive or response.status_code != 400:
        return
    error = response.json().get("error", {})
    details = error.get("details", "")
    if error.get("error_code") == MALFORMED and not any(
        reason in details for reason in BEYOND_SCHEMAS
    ):
        raise AssertionError(f"The document allows what is refused: {details}")


@schemathesis.check
def undocumented_input_refused(ctx, response, case):
    """Input that the document forbids is refused; an empty optional value counts as absent."""
    if has_empty(case.query) or has_empty(case.body):
        return None
    return negative_data_rejection(ctx, response, case)


def has_empty(value):
    if isinstance(value, dict):
        return any(has_empty(member) for member in value.values())
    if isinstance(value, list):
        return any(has_empty(item) for item in value)
    return value == ""
