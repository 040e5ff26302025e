import hmac
import os
from typing import Optional

from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, StrictStr, conint
from starlette.exceptions import HTTPException as StarletteHTTPException

bearer = HTTPBearer(auto_error=False)


def authenticate(credentials: Optional[HTTPAuthorizationCredentials] = Depends(bearer)):
    token = credentials.credentials if credentials else ""
    if not hmac.compare_digest(token.encode(), os.environ["TOKEN"].encode()):
        raise HTTPException(401, "a valid bearer token is required", {"WWW-Authenticate": "Bearer"})


class Plant(BaseModel):
    name: StrictStr
    tag: Optional[StrictStr] = None


class NewPlant(Plant):
    id: conint(strict=True, ge=-(2**63), lt=2**63)


class Error(BaseModel):
    error: int
    message: str


app = FastAPI(dependencies=[Depends(authenticate)], responses={400: {"model": Error}})
plants = {}


@app.exception_handler(StarletteHTTPException)
async def handle_error(request: Request, error: StarletteHTTPException):
    content = {"error": error.status_code, "message": error.detail}
    return JSONResponse(content, error.status_code, getattr(error, "headers", None))


@app.exception_handler(RequestValidationError)
async def handle_invalid_request(request: Request, error: RequestValidationError):
    problem = error.errors()[0]
    place = ".".join(str(part) for part in problem["loc"])
    return JSONResponse({"error": 400, "message": f"{place}: {problem['msg']}"}, 400)


@app.post("/plants", response_model=Plant, response_model_exclude_none=True)
async def create_plant(plant: NewPlant):
    if plant.id in plants:
        raise HTTPException(409, f"the plant {plant.id} exists already")
    plants[plant.id] = plant
    return plant
